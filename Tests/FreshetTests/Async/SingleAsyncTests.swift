import Freshet
import FreshetTest
import Testing

@Suite("await on singles, maybes and completables; singles from async work") struct SingleAsyncTests {
    @Test("value is the element, nil for none, the error thrown") func value() async throws {
        #expect(try await Single.just(1).value == 1)
        #expect(try await Maybe.just(1).value == 1)
        #expect(try await Maybe<Int>.empty().value == nil)
        try await Completable.empty().value
        await #expect(throws: Oops.self) { try await Single<Int>.error(Oops()).value }
        await #expect(throws: Oops.self) { try await Maybe<Int>.error(Oops()).value }
        await #expect(throws: Oops.self) { try await Completable.error(Oops()).value }
    }

    @Test("cancelling the task disposes the subscription") func cancelling() async {
        let given = Count()
        let subscribed = Count()
        let task = Task {
            try await Single<Int>.create { _ in
                subscribed.up()
                return Disposables.create { given.up() }
            }.value
        }
        #expect(await eventually { subscribed.value == 1 })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(given.value == 1)
    }

    @Test("a task that was cancelled before does not subscribe") func cancelledBefore() async {
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

    @Test("an outcome and a cancellation at the same time: one of them") func race() async {
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

    @Test("Single { async work } runs the work for each subscription", arguments: [true, false]) func work(
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

    @Test("disposal cancels the work, and no task is left") func disposal() async {
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

    @Test("cancellation goes through a chain into the work") func throughChain() async {
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
}
