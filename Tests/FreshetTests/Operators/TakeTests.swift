import Freshet
import FreshetTest
import Testing

@Suite("take, takeLast") struct TakeTests {
    @Test(
        "take completes with the last requested element",
        arguments: [(1, "(a|)"), (2, "a-(b|)"), (3, "a-b-(c|)"), (4, "a-b-c-|")])
    func takes(_ count: Int, _ result: String) {
        #expect(Trial.cold("a-b-c-|") { source, _ in source.take(count) }.result == Marbles(result))
    }

    @Test("take disposes the source with the last element") func release() {
        #expect(Trial.hot("a-b-c") { source, _ in source.take(2) }.subscriptions == [Subscription(0, 2)])
    }

    @Test("take(0) completes immediately without subscribing to the source") func none() {
        let trial = Trial.hot("a-b") { source, _ in source.take(0) }
        #expect(trial.result == "|")
        #expect(trial.subscriptions.isEmpty)
    }

    @Test("take forwards an error") func failure() {
        #expect(TestScheduler.marbles { $0.cold("a-x").take(2) } == "a-x")
    }

    @Test("take drops a re-entrant element after the last one") func reentrancy() {
        let (subject, log) = (PublishSubject<Int>(), Log<Event<Int>>())
        let subscription = subject.take(1).subscribe { event in
            log(event)
            if case .next(let element) = event { subject.onNext(element + 1) }
        }
        subject.onNext(1)
        subscription.dispose()
        #expect(log.entries == [.next(1), .completed])
    }

    @Test("take counts a re-entrant element before the last one") func reentrancyBeforeTheLast() {
        let (subject, log) = (PublishSubject<Int>(), Log<Event<Int>>())
        let subscription = subject.take(2).subscribe { event in
            log(event)
            if case .next(1) = event { subject.onNext(2) }
        }
        subject.onNext(1)
        subject.onNext(3)
        subscription.dispose()
        #expect(log.entries == [.next(1), .next(2), .completed])
    }

    @Test("take ends the stream once, so a concatenated stream isn't skipped") func endsOnce() {
        let log = Log<Int>()
        _ = Observable.just(1).take(1).concat(Observable.just(2)).concat(Observable.just(3)).subscribe(onNext: {
            log($0)
        })
        #expect(log.entries == [1, 2, 3])
    }

    @Test("take counts for each subscription separately") func independent() {
        let stream = Observable.of(1, 2, 3).take(2)
        let log = Log<Int>()
        _ = stream.subscribe(onNext: { log($0) })
        _ = stream.subscribe(onNext: { log($0) })
        #expect(log.entries == [1, 2, 1, 2])
    }

    @Test(
        "takeLast delivers the last elements on completion",
        arguments: [(0, "---|"), (2, "---(bc|)"), (9, "---(abc|)")])
    func takesLast(_ count: Int, _ result: String) {
        #expect(Trial.cold("abc|") { source, _ in source.takeLast(count) }.result == Marbles(result))
    }

    @Test("takeLast drops its elements on failure") func takeLastFailure() {
        #expect(TestScheduler.marbles { $0.cold("abx").takeLast(2) } == "--x")
    }

    @Test("takeLast stops if it is disposed within onNext") func takeLastDisposal() {
        let log = Log<Int>()
        _ = Observable.of(1, 2, 3).takeLast(3).take(2).subscribe(onNext: { log($0) })
        #expect(log.entries == [1, 2])
    }

    @Test("takeLast delivers nothing after a downstream stage fails") func takeLastFailingBelow() {
        let log = Log<Int>()
        _ = Observable.of(1, 2, 3).takeLast(3).map { if $0 == 1 { throw Oops() } else { $0 } }.catch { _ in .never() }
            .subscribe(onNext: { log($0) })
        #expect(log.entries.isEmpty)
    }

    @Test("take calls no onCompleted closure if delivering the last element disposes the subscription")
    func disposalWithinLastElement() {
        let (subject, log, subscription) = (PublishSubject<Int>(), Log<String>(), SerialDisposable())
        subscription.disposable = subject.take(1).do(onCompleted: { log("completed") }).subscribe(onNext: { _ in
            subscription.dispose()
            log("disposed")
        })
        subject.onNext(1)
        #expect(log.entries == ["disposed"])
    }

    @Test("take meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in source.do(onNext: { _ in context.token.touch() }).take(3) }
    }

    @Test("takeLast meets the operator contract", arguments: Ending.allCases) func takeLastContract(_ ending: Ending) {
        expectContract(ending) { source, context in source.do(onNext: { _ in context.token.touch() }).takeLast(3) }
    }
}
