import Dispatch
import Freshet
import FreshetTest
import Testing

private let pool = ConcurrentDispatchQueueScheduler(qos: .default)

@Suite("Async values of traits, and singles from async work") struct SingleAsyncTests {
    @Test("A trait's value returns the element or nil, or throws the error") func value() async throws {
        #expect(try await Single.just(1).value == 1)
        #expect(try await Maybe.just(1).value == 1)
        #expect(try await Maybe<Int>.empty().value == nil)
        try await Completable.empty().value
        await #expect(throws: Oops.self) { try await Single<Int>.error(Oops()).value }
        await #expect(throws: Oops.self) { try await Maybe<Int>.error(Oops()).value }
        await #expect(throws: Oops.self) { try await Completable.error(Oops()).value }
    }

    @Test("Canceling a task that awaits a value disposes the subscription") func cancelling() async {
        let disposals = Count()
        let subscribed = Count()
        let task = Task {
            try await Single<Int>.create { _ in
                subscribed.up()
                return Disposables.create { disposals.up() }
            }.value
        }
        #expect(await eventually { subscribed.value == 1 })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(disposals.value == 1)
    }

    @Test("A task that is already canceled doesn't subscribe") func cancelledBefore() async {
        let subscribed = Count()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await Single<Int>.create { _ in
                subscribed.up()
                return Disposables.create()
            }.value
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(subscribed.value == 0)
    }

    @Test("Either an outcome or a cancellation wins if they race") func race() async {
        for _ in 0..<200 {
            let subject = PublishSubject<Int>()
            let task = Task { try await subject.take(1).asSingle().value }
            #expect(await eventually { subject.hasObservers })
            async let sent: Void = subject.onNext(1)
            task.cancel()
            await sent
            let result = await task.result
            #expect((try? result.get()) == 1 || isCancellation(result))
        }
    }

    private func isCancellation(_ result: Result<Int, any Error>) -> Bool {
        if case .failure(let error) = result { error is CancellationError } else { false }
    }

    @Test("A single of async work runs the work for each subscription", arguments: [true, false]) func work(
        _ isDetached: Bool
    ) async throws {
        let runs = Count()
        let single = Single<Int>.create(detached: isDetached) { runs.up() }
        #expect(runs.value == 0)
        #expect(try await single.value == 1)
        #expect(try await single.value == 2)
        #expect(try await Single { 7 }.value == 7)
        await #expect(throws: Oops.self) { try await Single<Int> { throw Oops() }.value }
    }

    @Test("Disposal of a single of async work cancels the work and leaves no task running") func disposal() async {
        let (began, ended, log) = (Count(), Count(), Log<Int>())
        let subscription = Single<Int> {
            began.up()
            while !Task.isCancelled { await Task.yield() }
            ended.up()
            return 1
        }.subscribe(onSuccess: { log($0) }, onFailure: { _ in log(-1) })
        #expect(await eventually { began.value == 1 })
        subscription.dispose()
        #expect(await eventually { ended.value == 1 })
        #expect(log.entries.isEmpty)
    }

    @Test("Cancellation propagates through a chain to the async work") func throughChain() async {
        let (began, ended) = (Count(), Count())
        let task = Task {
            try await Observable.just(1).flatMap { _ in
                Single<Int> {
                    began.up()
                    while !Task.isCancelled { await Task.yield() }
                    ended.up()
                    throw CancellationError()
                }
            }.asSingle().value
        }
        #expect(await eventually { began.value == 1 })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await eventually { ended.value == 1 })
    }

    /// Returns the outcome of awaiting the stream as a trait, as text.
    private func outcome(_ stream: Observable<Int>, as trait: String) async -> String {
        do {
            switch trait {
            case "Single": return "\(try await stream.asSingle().value)"
            case "Maybe": return (try await stream.asMaybe().value).map { "\($0)" } ?? "none"
            default:
                try await stream.ignoreElements().asCompletable().value
                return "none"
            }
        } catch {
            return "\(type(of: error))"
        }
    }

    @Test(
        "value throws CancellationError if the stream is released without an outcome",
        arguments: ["Single", "Maybe", "Completable"])
    func released(_ trait: String) async {
        let streams: [@Sendable () -> Observable<Int>] = [
            { .never() }, { .create { _ in Disposables.create() } }, { .deferred { PublishSubject<Int>() } },
            { .merge(.never(), .create { _ in Disposables.create() }) },
            { .never().delay(.seconds(1), scheduler: pool) },
        ]
        for (number, stream) in streams.enumerated() {
            let outcomes = Log<String>()
            let task = Task { outcomes(await outcome(stream().map { $0 }, as: trait)) }
            #expect(await eventually { outcomes.entries == ["CancellationError"] }, "stream \(number)")
            task.cancel()
        }
    }

    @Test("value throws CancellationError and disposes the subscription when the last observer is released")
    func releasedLater() async {
        let (observer, outcomes, disposals) = (Box<AnyObserver<Int>?>(nil), Log<String>(), Count())
        let stream = Observable<Int>.create { given in
            observer.value = given
            return Disposables.create { disposals.up() }
        }
        let task = Task { outcomes(await outcome(stream, as: "Single")) }
        #expect(await eventually { observer.value != nil })
        observer.value?.onNext(1)
        #expect(outcomes.entries.isEmpty && disposals.value == 0)
        observer.value = nil
        #expect(await eventually { outcomes.entries == ["CancellationError"] })
        #expect(disposals.value == 1)
        task.cancel()
    }

    private static let endings: [(trait: String, stream: Observable<Int>, outcome: String)] = [
        ("Maybe", .just(1), "1"), ("Maybe", .empty(), "none"), ("Maybe", .error(Oops()), "Oops"),
        ("Completable", .empty(), "none"), ("Completable", .error(Oops()), "Oops"),
    ]

    @Test(
        "A stream that ends during the subscription returns its result in a canceled task",
        arguments: endings.indices)
    func endsAtOnce(_ index: Int) async {
        let (trait, stream, expected) = Self.endings[index]
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await outcome(stream, as: trait)
        }
        task.cancel()
        #expect(await task.value == expected)
    }

    @Test(
        "A stream that cancels the task and then ends returns its result",
        arguments: endings.indices)
    func cancelsAndEnds(_ index: Int) async {
        let (trait, stream, expected) = Self.endings[index]
        let task = Box<Task<String, Never>?>(nil)
        let isKnown = Count()
        task.value = Task {
            while isKnown.value == 0 { await Task.yield() }
            let cancelling = Observable<Int>.deferred {
                task.value?.cancel()
                return stream
            }
            return await outcome(cancelling, as: trait)
        }
        isKnown.up()
        #expect(await task.value?.value == expected)
        task.value = nil
    }

    @Test(
        "A stream that ends during the subscription returns its result despite a racing cancellation",
        arguments: endings.indices)
    func endsAtOnceRace(_ index: Int) async {
        let (trait, stream, expected) = Self.endings[index]
        var others: Set<String> = []
        for _ in 0..<1_000 {
            let task = Task { await outcome(stream, as: trait) }
            task.cancel()
            let found = await task.value
            if found != expected { others.insert(found) }
        }
        #expect(others.isEmpty)
    }

    @Test(
        "Either an end or a cancellation wins if they race, and nothing leaks",
        arguments: ["Single", "Maybe", "Completable"])
    func endRace(_ trait: String) async {
        for _ in 0..<1_000 {
            let subject = PublishSubject<Int>()
            let task = Task { await outcome(subject.take(1), as: trait) }
            #expect(await eventually { subject.hasObservers })
            async let sent: Void = subject.onNext(1)
            task.cancel()
            await sent
            let found = await task.value
            #expect(found == (trait == "Completable" ? "none" : "1") || found == "CancellationError")
            #expect(!subject.hasObservers)
        }
    }

    @Test("At most one outcome arrives if a result races with disposal, and no task leaks")
    func disposalRace() async {
        for _ in 0..<1_000 {
            let (began, ended, outcomes) = (Count(), Count(), Count())
            let subscription = Single<Int> {
                began.up()
                await Task.yield()
                ended.up()
                return 1
            }.subscribe(onSuccess: { _ in outcomes.up() }, onFailure: { _ in outcomes.up() })
            if !(await eventually { began.value == 1 }) { Issue.record("The work didn't start.") }
            subscription.dispose()
            #expect(await eventually { ended.value == 1 })
            #expect(outcomes.value <= 1)
        }
    }
}
