import Foundation
import Freshet
import FreshetFoundation
import Observation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct Repository: Decodable, Equatable {
    let name: String
    let stars: Int
}

final class SearchService: Sendable {
    private struct Page: Decodable {
        let items: [Repository]
    }

    private let session: URLSession

    init(session: URLSession = .shared) {
        self.session = session
    }

    func repositories(matching text: String) -> Single<[Repository]> {
        var address = URLComponents()
        address.scheme = "https"
        address.host = "api.example.com"
        address.path = "/search"
        address.queryItems = [URLQueryItem(name: "q", value: text)]
        guard let url = address.url else { return .error(URLError(.badURL)) }
        return session.rx.data(request: URLRequest(url: url))
            .map { try JSONDecoder().decode(Page.self, from: $0).items }
            .timeout(.seconds(10), scheduler: ConcurrentDispatchQueueScheduler(qos: .userInitiated))
            .retry(2)
            .asSingle()
    }
}

@MainActor
class SearchViewModel {
    let query = BehaviorRelay(value: "")
    let refresh = PublishRelay<Void>()
    let repositories: Driver<[Repository]>
    let isLoading: Driver<Bool>
    let problems: Signal<String>
    private(set) var history: [String] = []
    private let bag = DisposeBag()

    init(service: SearchService, scheduler: any SchedulerType = MainScheduler.instance) {
        let loading = BehaviorRelay(value: false)
        let errors = PublishRelay<any Error>()

        let text =
            query
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .debounce(.milliseconds(300), scheduler: scheduler)
            .distinctUntilChanged()
            .share(replay: 1)

        repositories = Observable.combineLatest(text, refresh.startWith(())) { text, _ in text }
            .enumerated()
            .flatMapLatest { index, text -> Observable<[Repository]> in
                print("Search \(index + 1): \(text)")
                if text.isEmpty { return .just([]) }
                return service.repositories(matching: text)
                    .asObservable()
                    .do(
                        onError: { errors.accept($0) },
                        onSubscribe: { loading.accept(true) },
                        onDispose: { loading.accept(false) }
                    )
                    .catchAndReturn([])
            }
            .asDriver(onErrorJustReturn: [])
        isLoading = loading.asDriver().distinctUntilChanged()
        problems = errors.asSignal().map { error in
            error is URLError ? "You're offline." : "The server answered with an error."
        }

        text
            .filter { !$0.isEmpty }
            .subscribe(onMain: { [weak self] text in self?.history.append(text) })
            .disposed(by: bag)
    }
}

/// What a view shows.
@MainActor @Observable
class SearchScreen {
    private(set) var rows: [String] = []
    private(set) var isSpinning = false
    private(set) var alert: String?
    private let viewModel: SearchViewModel
    @ObservationIgnored private let bag = DisposeBag()

    init(viewModel: SearchViewModel) {
        self.viewModel = viewModel
    }

    func appear() {
        viewModel.repositories
            .map { repositories in repositories.map { "\($0.name) ★ \($0.stars)" } }
            .assign(to: \.rows, on: self)
            .disposed(by: bag)
        viewModel.isLoading
            .assign(to: \.isSpinning, on: self)
            .disposed(by: bag)
        viewModel.problems
            .assign(to: \.alert, on: self)
            .disposed(by: bag)
    }

    func searchFieldDidChange(_ text: String) { viewModel.query.accept(text) }

    func pullToRefresh() { viewModel.refresh.accept(()) }
}
