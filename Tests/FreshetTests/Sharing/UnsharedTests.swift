import Dispatch
import Freshet
import FreshetTest
import Testing

/// A driver shares each of its stages. Where nobody but the next stage can reach one, nothing is shared there; nobody may notice.
@Suite("a shared stream that only the next stage can reach") struct UnsharedTests {
    private let subject = PublishSubject<Int>()
    private let begun = Count()
    private let made = Count()
    private let log = Log<Int>()

    private var source: Observable<Int> { subject.do(onSubscribe: { [begun] in begun.up() }) }

    /// Three stages, each shared; none is left that anybody could subscribe to but the last.
    private func stages(_ source: Observable<Int>) -> Observable<Int> {
        let first = source.share(replay: 1)
        let second = first.map { [made] in
            made.up()
            return $0 * 10
        }.share(replay: 1)
        return second.scan(0) { $0 + $1 }.share(replay: 1)
    }

    @Test("is run once for all who listen to the end, and who comes later receives the newest element") func shared() {
        let end = stages(source)
        let first = end.subscribe(onNext: { log($0) })
        subject.onNext(1)
        let second = end.subscribe(onNext: { log($0) })
        subject.onNext(2)
        #expect(log.entries == [10, 10, 30, 30])
        #expect(begun.value == 1 && made.value == 2)
        first.dispose()
        #expect(subject.hasObservers)
        second.dispose()
        #expect(!subject.hasObservers)
    }

    @Test("starts anew when all have gone, and after the end") func anew() {
        let end = stages(source.take(2))
        end.subscribe(onNext: { log($0) }).dispose()
        for _ in 1...2 {
            _ = end.subscribe(onNext: { log($0) }, onCompleted: { log(-1) })
            subject.onNext(1)
            subject.onNext(1)
        }
        #expect(log.entries == [10, 20, -1, 10, 20, -1])
        #expect(begun.value == 3 && !subject.hasObservers)
    }

    @Test("is shared with who subscribed to it before it was let go of") func early() {
        /// The subscription is all that is left of the stream in the middle.
        func subscribed() -> (any Disposable, Observable<Int>) {
            let middle = source.share(replay: 1)
            return (middle.subscribe(onNext: { log($0) }), middle.map { $0 * 10 }.share())
        }
        let (early, end) = subscribed()
        subject.onNext(1)
        let late = end.subscribe(onNext: { log($0) })
        subject.onNext(2)
        #expect(log.entries == [1, 10, 2, 20] && begun.value == 1)
        early.dispose()
        subject.onNext(3)
        #expect(log.entries == [1, 10, 2, 20, 30] && begun.value == 1)
        late.dispose()
        end.subscribe().dispose()
        #expect(begun.value == 2 && !subject.hasObservers)
    }

    @Test("is shared with who still refers to it") func held() {
        let middle = source.share(replay: 1)
        let end = middle.map { $0 * 10 }.share(replay: 1)
        let first = end.subscribe(onNext: { log($0) })
        subject.onNext(1)
        let second = middle.subscribe(onNext: { log($0) })
        subject.onNext(2)
        #expect(log.entries == [10, 1, 20, 2] && begun.value == 1)
        first.dispose()
        second.dispose()
    }

    @Test("keeps what it keeps for good, and for a grace period", arguments: [true, false]) func kept(_ forGood: Bool) {
        let scheduler = TestScheduler(initialClock: 0)
        /// Only the end is left.
        func ending() -> Observable<Int> {
            let middle =
                forGood
                ? source.share(replay: 1, scope: .forever)
                : source.share(replay: 1, disconnectingAfter: .seconds(9), scheduler: scheduler)
            return middle.map { $0 * 10 }.share()
        }
        let end = ending()
        let first = end.subscribe()
        subject.onNext(1)
        first.dispose()
        let second = end.subscribe(onNext: { log($0) })
        #expect(log.entries == [10])
        #expect(begun.value == (forGood ? 2 : 1))
        second.dispose()
    }

    @Test("is let go of, with what its closures hold") func release() {
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

    @Test("two threads that come and go leave nothing subscribed") func threads() {
        let end = stages(source)
        for _ in 0..<200 {
            concurrently(
                { end.subscribe().dispose() }, { end.subscribe().dispose() }, { subject.onNext(1) })
            #expect(!subject.hasObservers)
        }
    }
}
