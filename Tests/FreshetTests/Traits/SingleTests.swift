import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("Single") struct SingleTests {
    private func outcome<Element: Sendable>(_ single: Single<Element>) -> [SingleEvent<Element>] {
        let log = Log<SingleEvent<Element>>()
        _ = single.subscribe { log($0) }
        return log.entries
    }

    private func elements(_ single: Single<Int>) -> [Int] { outcome(single).compactMap { try? $0.get() } }

    @Test("Single.create delivers only the first outcome", arguments: [true, false]) func create(_ succeeds: Bool) {
        let (log, given) = (Log<String>(), Count())
        _ = Single<Int>.create { observer in
            if succeeds { observer(.success(1)) } else { observer(.failure(Oops())) }
            observer(.success(2))
            observer(.failure(Oops()))
            return Disposables.create { given.up() }
        }.subscribe(onSuccess: { log("\($0)") }, onFailure: { _ in log("failure") }, onDisposed: { log("disposed") })
        #expect(log.entries == [succeeds ? "1" : "failure", "disposed"])
        #expect(given.value == 1)
    }

    @Test("Single.create delivers only the first outcome within flatMap and concat") func createTwice() {
        let twice = Single<Int>.create { observer in
            observer(.success(1))
            observer(.success(2))
            return Disposables.create()
        }
        let log = Log<Event<Int>>()
        _ = Observable.just(0).flatMap { _ in twice }.concat(twice).subscribe { log($0) }
        #expect(log.entries == [.next(1), .next(1), .completed])
    }

    @Test("Single's just(_:), error(_:), never() and deferred(_:) have the expected outcome") func makes() {
        #expect(elements(.just(1)) == [1])
        #expect(outcome(Single<Int>.error(Oops())).count == 1)
        #expect(outcome(Single<Int>.never()).isEmpty)
        #expect(elements(.deferred { .just(2) }) == [2])
        let scheduler = TestScheduler(initialClock: 0)
        #expect(scheduler.start { Single.just(1, scheduler: scheduler) }.events == [.next(201, 1), .completed(202)])
    }

    @Test("A Single transforms its element, and converts to other traits") func transforms() {
        let log = Log<String>()
        #expect(elements(Single.just(1).map { $0 + 1 }.flatMap { .just($0 * 10) }) == [20])
        _ = Single.just(1).filter { $0 > 1 }.subscribe(
            onSuccess: { _ in log("wrong") }, onCompleted: { log("filtered") })
        _ = Single.just("1").compactMap { Int($0) }.subscribe(onSuccess: { log("compact \($0)") })
        _ = Single.just(1).flatMapMaybe { Maybe.just($0) }.subscribe(onSuccess: { log("maybe \($0)") })
        _ = Single.just(1).flatMapCompletable { _ in .empty() }.subscribe(onCompleted: { log("completable") })
        _ = Single.just(1).asMaybe().subscribe(onSuccess: { log("asMaybe \($0)") }, onCompleted: { log("wrong") })
        _ = Single.just(1).asCompletable().subscribe(onCompleted: { log("asCompletable") })
        #expect(log.entries == ["filtered", "compact 1", "maybe 1", "completable", "asMaybe 1", "asCompletable"])
    }

    @Test("A thrown error is a failure of a Single and can be caught") func errors() {
        #expect(elements(Single.just(1).map { _ in throw Oops() }.catchAndReturn(7)) == [7])
        #expect(elements(Single<Int>.error(Oops()).catch { _ in .just(8) }) == [8])
    }

    @Test("A Single retries a number of times, or when a trigger emits") func retries() {
        let tries = Count()
        let flaky = Single<Int>.create { observer in
            if tries.up() % 3 == 0 { observer(.success(tries.value)) } else { observer(.failure(Oops())) }
            return Disposables.create()
        }
        #expect(elements(flaky.retry(3)) == [3])
        #expect(elements(flaky.retry { (errors: Observable<any Error>) in errors }) == [6])
        #expect(elements(flaky.retry { (errors: Observable<Oops>) in errors }) == [9])
    }

    @Test("A Single fails with noElements if the trigger of a retry completes after an error", arguments: [0, 1, 2])
    func retryEnds(_ attempts: Int) {
        let failing = Single<Int>.error(Oops())
        for single in [
            failing.retry { (errors: Observable<any Error>) in errors.take(attempts) },
            failing.retry { (errors: Observable<Oops>) in errors.take(attempts) }.map { $0 },
            Single.just(0).flatMap { _ in failing.retry { (errors: Observable<Oops>) in errors.take(attempts) } },
        ] {
            let outcomes = outcome(single)
            #expect(outcomes.count == 1 && outcomes.allSatisfy { isMissingElement($0) })
        }
        let completed = Count()
        _ = Maybe<Int>.error(Oops()).retry { (errors: Observable<any Error>) in errors.take(attempts) }.subscribe(
            onCompleted: { completed.up() })
        _ = Completable.error(Oops()).retry { (errors: Observable<any Error>) in errors.take(attempts) }.subscribe(
            onCompleted: { completed.up() })
        #expect(completed.value == 2)
    }

    @Test("value fails with noElements if the trigger of a retry completes after an error") func retriedValue() async {
        let single = Single<Int>.error(Oops()).retry { (errors: Observable<any Error>) in errors.take(1) }
        await #expect(throws: RxError.self) { try await single.value }
    }

    private func isMissingElement(_ outcome: SingleEvent<Int>) -> Bool {
        if case .failure(RxError.noElements) = outcome { true } else { false }
    }

    @Test("zip of singles succeeds with all elements, and fails with the first failure") func zips() {
        #expect(elements(Single.zip(.just(1), .just("22")) { $0 + $1.count }) == [3])
        #expect(elements(Single.zip([.just(1), .just(2)]) { $0.reduce(0, +) }) == [3])
        #expect(elements(Single.zip([Single<Int>]()) { $0.count }) == [0])
        #expect(outcome(Single.zip(Single.just(1), Single<Int>.error(Oops()))).count == 1)
        #expect(outcome(Single.zip(Single<Int>.never(), Single<Int>.error(Oops()))).count == 1)
        #expect(outcome(Single.zip([Single<Int>.never(), .error(Oops())])).count == 1)
        #expect(elements(Single.zip { 7 }) == [7])
        #expect(outcome(Single.zip(Single.just(1), Single.just("a"))).compactMap { try? $0.get().1 } == ["a"])
    }

    @Test("delay, timeout, observe and subscribe work for a Single as for a stream") func time() {
        #expect(TestScheduler.marbles { Single.just("a").delay(.seconds(2), scheduler: $0) } == "--(a|)")
        #expect(
            TestScheduler.marbles { s in Single<String>.never().timeout(.seconds(2), other: .just("t"), scheduler: s) }
                == "--(t|)")
        #expect(TestScheduler.marbles { s in Single<Int>.timer(.seconds(2), scheduler: s) } == "--(0|)")
        #expect(TestScheduler.marbles { s in Single.just("a").delaySubscription(.seconds(1), scheduler: s) } == "-(a|)")
    }

    @Test("do and subscribe(with:) of Single call their closures") func observes() {
        let (log, object) = (Log<String>(), Token())
        _ = Single.just(1).do(onSuccess: { log("on \($0)") }, afterSuccess: { log("after \($0)") }).subscribe(
            with: object, onSuccess: { log("with \($1)") })
        #expect(log.entries == ["on 1", "with 1", "after 1"])
    }

    @Test("Disposal of a Single prevents the outcome") func disposal() {
        let (given, log) = (Count(), Log<Int>())
        let late = Box<Single<Int>.SingleObserver?>(nil)
        Single<Int>.create { observer in
            late.value = observer
            return Disposables.create { given.up() }
        }.subscribe(onSuccess: { log($0) }).dispose()
        late.value?(.success(1))
        #expect(given.value == 1)
        #expect(log.entries.isEmpty)
    }

    @Test("using of Single disposes its resource at the end") func using() {
        let given = Count()
        #expect(
            elements(
                .using(
                    { BooleanDisposable() },
                    primitiveSequenceFactory: { resource in
                        .just(1).do(onDispose: { if !resource.isDisposed { given.up() } })
                    })) == [1])
        #expect(given.value == 1)
    }
}
