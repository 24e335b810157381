// Code without data races, in Swift 6 mode, that uses a view model on the main actor without `DispatchQueue.main.async`. A test
// compiles it and expects no diagnostics.
import Freshet
import Observation

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

        // The closures of a driver run on the main actor.
        results.asDriver(onErrorJustReturn: [])
            .drive(onNext: { [weak self] in self?.stories = $0 })
            .disposed(by: bag)
        // So do those of a signal,
        taps.asSignal()
            .emit(onNext: { [weak self] story in self?.stories.removeAll { $0 == story } })
            .disposed(by: bag)
        // a binding,
        results.map { _ in false }
            .bind(onMain: { [weak self] in self?.isBusy = $0 })
            .disposed(by: bag)
        // a binder
        results.map(\.isEmpty)
            .bind(to: Binder(self) { $0.isDone = !$1 })
            .disposed(by: bag)
        // and a subscription isolated to the main actor.
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

@MainActor @Observable
final class Library {
    var stories: [Story] = []
    var newest: Story?
    var failure: (any Error)?
    var isBusy = false
    @ObservationIgnored private let bag = DisposeBag()

    /// The closures of a main-actor subscription can access the model, for every kind of stream.
    func follow(_ stories: Observable<[Story]>, _ certain: Infallible<[Story]>) {
        isBusy = true
        stories
            .subscribe(
                onMain: { [weak self] in self?.stories = $0 },
                onError: { [weak self] in self?.failure = $0 },
                onCompleted: { [weak self] in self?.failure = nil },
                onDisposed: { [weak self] in self?.isBusy = false }
            )
            .disposed(by: bag)
        certain
            .subscribe(
                onMain: { [weak self] in self?.stories = $0 },
                onCompleted: { [weak self] in self?.failure = nil },
                onDisposed: { [weak self] in self?.isBusy = false }
            )
            .disposed(by: bag)
    }

    func ask(_ newest: Single<Story>, _ perhaps: Maybe<Story>, _ sync: Completable) {
        newest
            .subscribe(
                onMain: { self.newest = $0 }, onFailure: { self.failure = $0 }, onDisposed: { self.isBusy = false }
            )
            .disposed(by: bag)
        perhaps
            .subscribe(
                onMain: { self.newest = $0 }, onError: { self.failure = $0 }, onCompleted: { self.newest = nil },
                onDisposed: { self.isBusy = false }
            )
            .disposed(by: bag)
        sync
            .subscribe(
                onMain: { self.failure = nil }, onError: { self.failure = $0 }, onDisposed: { self.isBusy = false }
            )
            .disposed(by: bag)
    }

    /// A property is both a source and a target of elements.
    func show(_ stories: Observable<[Story]>) {
        stories.assign(to: \.stories, on: self).disposed(by: bag)
        stories.compactMap(\.first).assign(to: \.newest, on: self).disposed(by: bag)
        Observable.tracking { [weak self] in self?.stories.count ?? 0 }
            .distinctUntilChanged()
            .subscribe(onNext: { print($0) })
            .disposed(by: bag)
    }
}

/// A model on its own actor.
@Observable
final class Shelf {
    var stories: [Story] = []
}

actor Librarian {
    private let shelf = Shelf()
    private var count: Int { shelf.stories.count }

    func counts() -> Observable<Int> { .tracking(isolatedTo: self) { $0.count } }
}
