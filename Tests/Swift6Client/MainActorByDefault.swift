// Compiles without diagnostics with `NonisolatedNonsendingByDefault` and `defaultIsolation(MainActor.self)`.

import Freshet
import Observation

struct Article: Equatable, Codable {
    var id: Int
    var title: String
}

nonisolated enum Failure: Error { case offline }

protocol ArticleSource {
    func articles(matching text: String) -> Observable<[Article]>
}

class Server: ArticleSource {
    private var requests = 0

    func articles(matching text: String) -> Observable<[Article]> {
        requests += 1
        return Single { [weak self] in try await self?.load(text) ?? [] }.asObservable()
    }

    private func load(_ text: String) async throws -> [Article] {
        if text.isEmpty { throw Failure.offline }
        return [Article(id: requests, title: text)]
    }
}

@Observable
class ArticleList {
    var articles: [Article] = []
    var failure: (any Error)?
    var isBusy = false
    @ObservationIgnored let query = BehaviorRelay(value: "")
    @ObservationIgnored let taps = PublishRelay<Article>()
    @ObservationIgnored private let bag = DisposeBag()
    @ObservationIgnored private let source: any ArticleSource

    init(source: any ArticleSource) {
        self.source = source
        query.asDriver()
            .map { $0.lowercased() }
            .distinctUntilChanged()
            .drive(onNext: { [weak self] in self?.search($0) })
            .disposed(by: bag)
        taps.asSignal()
            .emit(with: self, onNext: { list, article in list.articles.removeAll { $0 == article } })
            .disposed(by: bag)
        query.map(\.isEmpty)
            .bind(to: Binder(self) { $0.isBusy = !$1 })
            .disposed(by: bag)
    }

    private func search(_ text: String) {
        source.articles(matching: text)
            .retry(2)
            .catchAndReturn([])
            .subscribe(
                onMain: { [weak self] in self?.articles = $0 }, onError: { [weak self] in self?.failure = $0 },
                onDisposed: { [weak self] in self?.isBusy = false }
            )
            .disposed(by: bag)
    }

    func show(_ articles: Observable<[Article]>) {
        articles.assign(to: \.articles, on: self).disposed(by: bag)
        Observable.tracking { [weak self] in self?.articles.count ?? 0 }
            .scan(0) { $0 + $1 }
            .subscribe(onMain: { print($0) })
            .disposed(by: bag)
    }

    func follow(_ articles: Observable<[Article]>) async throws {
        for try await articles in articles.values(buffering: .newest(1)) { self.articles = articles }
    }

    func titles(_ articles: Observable<Article>) async throws -> [String] {
        try await articles.mapAsync(maxConcurrent: 2) { await self.title(of: $0) }.toArray().value
    }

    private func title(of article: Article) async -> String { article.title }
}

nonisolated func total(_ numbers: Observable<Int>) -> Observable<Int> {
    Observable.combineLatest(numbers, numbers.startWith(0)) { $0 + $1 }
        .flatMapLatest { Observable.just($0) }
        .share(replay: 1)
}

nonisolated struct Pauses {
    func pause(_ numbers: Observable<Int>) async throws -> Int? {
        var iterator = numbers.observe(on: MainScheduler.instance).values(buffering: .suspending(1)).makeAsyncIterator()
        return try await iterator.next()
    }
}
