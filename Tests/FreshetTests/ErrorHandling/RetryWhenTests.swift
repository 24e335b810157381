import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("retry(when:)") struct RetryWhenTests {
    @Test("retry(when:) disposes the failed source immediately, and resubscribes when the trigger emits")
    func retries() {
        let trial = Trial.cold("a-x", disposed: 9) { source, s in
            source.retry { errors in errors.delay(.seconds(2), scheduler: s) }
        }
        #expect(trial.result == "a---a---a")
        #expect(trial.subscriptions == [Subscription(0, 2), Subscription(4, 6), Subscription(8, 9)])
    }

    @Test("retry(when:) completes if the trigger completes after an error") func triggerCompletes() {
        let trial = Trial.cold("a-x") { source, _ in source.retry { errors in errors.take(while: { _ in false }) } }
        #expect(trial.result == "a-|")
        #expect(trial.subscriptions == [Subscription(0, 2)])
    }

    @Test("retry(when:) fails if the trigger fails after an error") func triggerFails() {
        let trial = Trial.cold("a-x") { source, _ in
            source.retry { errors in errors.scan(0) { count, error in if count == 1 { throw error } else { count + 1 } }
            }
        }
        #expect(trial.result == "a-a-x")
        #expect(trial.subscriptions == [Subscription(0, 2), Subscription(2, 4)])
    }

    @Test("A trigger that ends early ends the stream only at the next error") func triggerEndsEarly() {
        #expect(Trial.cold("a-b|") { source, _ in source.retry { _ in Observable<Int>.empty() } }.result == "a-b|")
        #expect(Trial.cold("a-x") { source, _ in source.retry { _ in Observable<Int>.empty() } }.result == "a-|")
        #expect(
            Trial.cold("a-x") { source, _ in source.retry { _ in Observable<Int>.error(MarbleError()) } }.result
                == "a-x")
    }

    @Test("retry(when:) ignores elements that the trigger emits while the source runs") func triggerEmitsEarly() {
        let trial = Trial.cold("a---b-|") { source, s in source.retry { _ in s.hot("-t-t-t") } }
        #expect(trial.result == "a---b-|")
        #expect(trial.subscriptions == [Subscription(0, 6)])
    }

    @Test("retry(when:) keeps waiting until the trigger emits") func silence() {
        #expect(
            Trial.cold("a-x", disposed: 9) { source, _ in source.retry { _ in Observable<Int>.never() } }.result == "a")
    }

    @Test("The trigger of retry(when:) receives errors of one type; other errors fail the stream") func typed() {
        let log = Log<Event<Int>>()
        let source = Observable<Int>.error(MarbleError())
        _ = source.retry { (errors: Observable<Oops>) in errors.catch { _ in .never() } }.subscribe { log($0) }
        #expect(log.entries == [.error(MarbleError())])
        #expect(
            Trial.cold("x") { source, _ in
                source.retry { (errors: Observable<MarbleError>) in errors.filter { _ in false }.take(1) }.timeout(
                    .seconds(3), other: Observable.just("t"), scheduler: TestScheduler(initialClock: 0))
            }.subscriptions == [Subscription(0, 0)])
    }

    @Test("retry(when:) counts an error thrown by an upstream closure once, even if the source continues")
    func thrown() {
        let (log, tries) = (Log<Event<Int>>(), Count())
        _ = Observable.just(1).map { if tries.up() < 3 { throw Oops() } else { $0 } }.retry { errors in errors }
            .subscribe { log($0) }
        #expect(log.entries == [.next(1), .completed])
    }

    @Test("Disposal while waiting for the trigger stops retry(when:)") func disposal() {
        let trial = Trial.cold("a-x", disposed: 3) { source, s in
            source.retry { errors in errors.delay(.seconds(5), scheduler: s) }
        }
        #expect(trial.result == "a")
        #expect(trial.subscriptions == [Subscription(0, 2)])
    }

    @Test("retry(when:) of 100,000 synchronous errors doesn't overflow the stack") func deep() {
        let (tries, ends) = (Count(), Count())
        let failing = Observable<Int>.create { observer in
            if tries.up() < 100_000 { observer.onError(Oops()) } else { observer.onCompleted() }
            return Disposables.create()
        }
        _ = failing.retry { errors in errors }.subscribe(onCompleted: { ends.up() })
        #expect(tries.value == 100_000)
        #expect(ends.value == 1)
    }

    @Test("A trigger of retry(when:) may emit on another thread during the subscription") func otherThread() {
        let (tries, ends) = (Count(), Gate())
        let failing = Observable<Int>.create { observer in
            if tries.up() < 200 { observer.onError(Oops()) } else { observer.onCompleted() }
            return Disposables.create()
        }
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "trigger")
        let subscription = failing.retry { (errors: Observable<any Error>) in
            errors.map { _ in 0 }.observe(on: scheduler)
        }
        .subscribe(onCompleted: { ends.open() })
        #expect(ends.wait())
        #expect(tries.value == 200)
        subscription.dispose()
    }

    @Test("An abandoned subscription of retry(when:) is released with its source") func forgotten() {
        weak var (observed, triggered): (Token?, Token?)
        do {
            let (observing, triggering) = (Token(), Token())
            (observed, triggered) = (observing, triggering)
            let source = Observable<Int>.create { _ in Disposables.create() }
            _ = source.retry(when: { (errors: Observable<any Error>) in
                errors.filter { _ in
                    triggering.touch()
                    return false
                }
            }).subscribe(onNext: { _ in observing.touch() })
        }
        #expect(observed == nil, "The observer's captures must be released.")
        #expect(triggered == nil, "The trigger's captures must be released.")
    }

    @Test("Disposal releases a retry(when:) that waits for its trigger") func released() {
        weak var (observed, triggered): (Token?, Token?)
        do {
            let (observing, triggering) = (Token(), Token())
            (observed, triggered) = (observing, triggering)
            Observable<Int>.error(Oops()).retry(when: { (errors: Observable<any Error>) in
                errors.flatMap { _ in
                    triggering.touch()
                    return Observable<Int>.never()
                }
            }).subscribe(onNext: { _ in observing.touch() }).dispose()
        }
        #expect(observed == nil, "The observer's captures must be released.")
        #expect(triggered == nil, "The trigger's captures must be released.")
    }

    @Test("retry(when:) meets the operator contract", arguments: [Ending.completion, .failure, .disposal])
    func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.retry { errors in errors.map { _ in context.token.touch() }.take(2) }
        }
    }
}
