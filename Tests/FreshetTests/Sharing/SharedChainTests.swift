import Dispatch
import Freshet
import FreshetTest
import Testing

/// Tests chains in which several stages are shared, as each operator of a driver is.
///
/// A chain must behave the same whether or not its inner stages have other references or subscribers.
@Suite("A chain of shared streams") struct SharedChainTests {
    private let subject = PublishSubject<Int>()
    private let starts = Count()
    private let made = Count()
    private let log = Log<Int>()

    private var source: Observable<Int> { subject.do(onSubscribe: { [starts] in starts.up() }) }

    /// A chain of three shared stages. Returns the last one; only the chain refers to the others.
    private func stages(_ source: Observable<Int>) -> Observable<Int> {
        let first = source.share(replay: 1)
        let second = first.map { [made] in
            made.up()
            return $0 * 10
        }.share(replay: 1)
        return second.scan(0) { $0 + $1 }.share(replay: 1)
    }

    @Test("A shared chain runs once for all subscribers, and replays the newest element to later ones") func shared() {
        let end = stages(source)
        let first = end.subscribe(onNext: { log($0) })
        subject.onNext(1)
        let second = end.subscribe(onNext: { log($0) })
        subject.onNext(2)
        #expect(log.entries == [10, 10, 30, 30])
        #expect(starts.value == 1 && made.value == 2)
        first.dispose()
        #expect(subject.hasObservers)
        second.dispose()
        #expect(!subject.hasObservers)
    }

    @Test("A chain of shared streams restarts after its last subscriber leaves, and after it ends") func restart() {
        let end = stages(source.take(2))
        end.subscribe(onNext: { log($0) }).dispose()
        for _ in 1...2 {
            _ = end.subscribe(onNext: { log($0) }, onCompleted: { log(-1) })
            subject.onNext(1)
            subject.onNext(1)
        }
        #expect(log.entries == [10, 20, -1, 10, 20, -1])
        #expect(starts.value == 3 && !subject.hasObservers)
    }

    @Test("A chain of shared streams shares an inner stage that has its own subscriber but no other reference")
    func early() {
        /// Returns a subscription to the inner stage, and the last stage. Only these two retain the inner stage.
        func subscribed() -> (any Disposable, Observable<Int>) {
            let middle = source.share(replay: 1)
            return (middle.subscribe(onNext: { log($0) }), middle.map { $0 * 10 }.share())
        }
        let (early, end) = subscribed()
        subject.onNext(1)
        let late = end.subscribe(onNext: { log($0) })
        subject.onNext(2)
        #expect(log.entries == [1, 10, 2, 20] && starts.value == 1)
        early.dispose()
        subject.onNext(3)
        #expect(log.entries == [1, 10, 2, 20, 30] && starts.value == 1)
        late.dispose()
        end.subscribe().dispose()
        #expect(starts.value == 2 && !subject.hasObservers)
    }

    @Test("A chain of shared streams shares an inner stage that a variable still references") func referenced() {
        let middle = source.share(replay: 1)
        let end = middle.map { $0 * 10 }.share(replay: 1)
        let first = end.subscribe(onNext: { log($0) })
        subject.onNext(1)
        let second = middle.subscribe(onNext: { log($0) })
        subject.onNext(2)
        #expect(log.entries == [10, 1, 20, 2] && starts.value == 1)
        first.dispose()
        second.dispose()
    }

    @Test(
        "A chain of shared streams replays elements of an inner stage kept forever or for a grace period",
        arguments: [true, false])
    func kept(forever: Bool) {
        let scheduler = TestScheduler(initialClock: 0)
        /// Returns the last stage; only the chain refers to the inner one.
        func lastStage() -> Observable<Int> {
            let middle =
                forever
                ? source.share(replay: 1, scope: .forever)
                : source.share(replay: 1, disconnectingAfter: .seconds(9), scheduler: scheduler)
            return middle.map { $0 * 10 }.share()
        }
        let end = lastStage()
        let first = end.subscribe()
        subject.onNext(1)
        first.dispose()
        let second = end.subscribe(onNext: { log($0) })
        #expect(log.entries == [10])
        #expect(starts.value == (forever ? 2 : 1))
        second.dispose()
    }

    @Test("A chain of shared streams is released with the objects that its closures capture") func release() {
        weak var token: Token?
        do {
            let kept = Token()
            token = kept
            let end = stages(source.do(onNext: { _ in kept.touch() }))
            let subscription = end.subscribe(onNext: { log($0) })
            subject.onNext(1)
            #expect(log.entries == [10])
            subscription.dispose()
        }
        #expect(token == nil && !subject.hasObservers)
    }

    @Test("A chain of shared streams leaves no subscription behind when two threads subscribe and dispose")
    func threads() {
        let end = stages(source)
        for _ in 0..<200 {
            concurrently(
                { end.subscribe().dispose() }, { end.subscribe().dispose() }, { subject.onNext(1) })
            #expect(!subject.hasObservers)
        }
    }
}
