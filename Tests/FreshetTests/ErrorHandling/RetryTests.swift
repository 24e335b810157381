import Freshet
import FreshetTest
import Testing

@Suite("retry") struct RetryTests {
    @Test("retry resubscribes after each error, up to the number of attempts") func attempts() {
        let trial = Trial.cold("a-x") { source, _ in source.retry(3) }
        #expect(trial.result == "a-a-a-x")
        #expect(trial.subscriptions == [Subscription(0, 2), Subscription(2, 4), Subscription(4, 6)])
    }

    @Test("retry without a limit retries until disposal") func endless() {
        let trial = Trial.cold("a-x", disposed: 5) { source, _ in source.retry() }
        #expect(trial.result == "a-a-a")
        #expect(trial.subscriptions == [Subscription(0, 2), Subscription(2, 4), Subscription(4, 5)])
    }

    @Test("retry changes nothing without an error", arguments: ["a-|", "|", "-"]) func passes(_ drawing: String) {
        let trial = Trial.cold(Marbles(drawing)) { source, _ in source.retry(2) }
        #expect(trial.result == Marbles(drawing))
        #expect(trial.subscriptions.count == 1)
    }

    @Test("retry with a limit of one attempt doesn't retry") func one() {
        #expect(Trial.cold("a-x") { source, _ in source.retry(1) }.result == "a-x")
    }

    @Test("retry counts an error thrown by an upstream closure once, even if the source continues") func thrown() {
        let log = Log<Event<Int>>()
        let source = Observable<Int>.create { observer in
            for element in 1...3 { observer.onNext(element) }
            observer.onCompleted()
            return Disposables.create()
        }
        let (tries, attempts) = (Count(), 3)
        _ = source.map { element in
            if element == 2, tries.up() < attempts { throw Oops() }
            return element
        }.retry(attempts).subscribe { log($0) }
        #expect(log.entries == [.next(1), .next(1), .next(1), .next(2), .next(3), .completed])
    }

    @Test("retry stops if it is disposed within onNext") func disposalInside() {
        let (log, subscription) = (Log<Int>(), SerialDisposable())
        let subject = PublishSubject<Int>()
        subscription.disposable = subject.map { if $0 == 2 { throw Oops() } else { $0 } }.retry().subscribe(onNext: {
            element in
            log(element)
            subscription.dispose()
        })
        for element in [2, 2, 1, 1] { subject.onNext(element) }
        #expect(log.entries == [1])
        #expect(!subject.hasObservers)
    }

    @Test("retry of 100,000 synchronous errors doesn't overflow the stack") func deep() {
        let (tries, ends) = (Count(), Count())
        let failing = Observable<Int>.create { observer in
            tries.up()
            observer.onError(Oops())
            return Disposables.create()
        }
        _ = failing.retry(100_000).subscribe(onError: { _ in ends.up() })
        #expect(tries.value == 100_000)
        #expect(ends.value == 1)
    }

    @Test("retry meets the operator contract", arguments: [Ending.completion, .failure, .disposal]) func contract(
        _ ending: Ending
    ) {
        expectContract(ending) { source, context in
            source.map {
                context.token.touch(); return $0
            }.retry(2)
        }
    }
}
