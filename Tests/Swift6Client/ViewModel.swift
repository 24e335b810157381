// Code without data races, in the Swift 6 mode, that reaches a view model on the main actor without `DispatchQueue.main.async`. A test compiles it:
// the compiler has nothing to say.
import Freshet

struct Story: Sendable, Equatable {
    var title = ""
    var points = 0
}

enum SearchError: Error {
    case offline
}

@MainActor
final class SearchModel {
    private(set) var stories: [Story] = []
    private(set) var failure: (any Error)?
    private(set) var isBusy = false
    private(set) var isDone = false
    let query = BehaviorRelay(value: "")
    private let taps = PublishRelay<Story>()
    private let bag = DisposeBag()

    init(_ search: @escaping @Sendable (String) -> Observable<[Story]>) {
        let results =
            query
            .distinctUntilChanged()
            .debounce(.milliseconds(300), scheduler: MainScheduler.instance)
            .flatMapLatest { text in text.isEmpty ? .just([]) : search(text).catchAndReturn([]) }
            .share(replay: 1)

        // A driver delivers on the main actor, whose state its closures use.
        results.asDriver(onErrorJustReturn: [])
            .drive(onNext: { [weak self] in self?.stories = $0 })
            .disposed(by: bag)
        // A signal does too.
        taps.asSignal()
            .emit(onNext: { [weak self] story in self?.stories.removeAll { $0 == story } })
            .disposed(by: bag)
        // So does a binding,
        results.map { _ in false }
            .bind(onMain: { [weak self] in self?.isBusy = $0 })
            .disposed(by: bag)
        // a binder,
        results.map(\.isEmpty)
            .bind(to: Binder(self) { $0.isDone = !$1 })
            .disposed(by: bag)
        // and a subscription with closures that are isolated to an actor.
        results
            .subscribe(
                isolatedTo: MainActor.shared,
                onNext: { _, stories in print(stories.count) },
                onError: { [weak self] _, error in MainActor.assumeIsolated { self?.failure = error } }
            )
            .disposed(by: bag)
    }

    func tap(_ story: Story) { taps.accept(story) }

    func refresh(_ feed: Single<[Story]>) async {
        isBusy = true
        defer { isBusy = false }
        do { stories = try await feed.value } catch { failure = error }
    }

    func follow(_ feed: Observable<[Story]>) async throws {
        for try await stories in feed.values(buffering: .newest(1)) { self.stories = stories }
    }
}

actor Archive {
    private var kept: [Story] = []

    func follow(_ stories: Observable<Story>) -> any Disposable {
        stories.subscribe(isolatedTo: self, onNext: { archive, story in archive.kept.append(story) })
    }
}

func points(_ stories: Observable<Story>) -> Observable<Int> {
    stories.scan(into: 0) { $0 += $1.points }
}
