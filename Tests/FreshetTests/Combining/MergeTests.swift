import Freshet
import FreshetTest
import Testing

@Suite("merge") struct MergeTests {
    @Test("merge delivers the elements of all streams and completes with the last one") func merges() {
        let trial = Trial.hot("a-c-|") { source, s in Observable.merge(source, s.hot("-b-d--|").asObservable()) }
        #expect(trial.result == "abcd--|")
        #expect(trial.subscriptions == [Subscription(0, 4)])
    }

    @Test("merge fails with the first error and disposes the other streams") func failure() {
        let trial = Trial.hot("a---b") { source, s in Observable.merge([source, s.hot("-c-x").asObservable()]) }
        #expect(trial.result == "ac-x")
        #expect(trial.subscriptions == [Subscription(0, 3)])
    }

    @Test("merge of an empty list completes immediately") func none() {
        #expect(TestScheduler.marbles { _ in Observable<String>.merge([]) } == "|")
    }

    @Test("Disposal of merge disposes all streams") func disposal() {
        let trial = Trial.hot("a-c", disposed: 1) { source, s in Observable.merge(source, s.hot("-b").asObservable()) }
        #expect(trial.result == "ab")
        #expect(trial.subscriptions == [Subscription(0, 1)])
    }

    @Test("Current-thread streams of merge take turns") func turns() {
        let log = Log<Int>()
        _ = Observable.merge(.of(1, 2, 3), .range(start: 10, count: 2), .from([20, 21])).subscribe(onNext: { log($0) })
        #expect(log.entries == [1, 10, 20, 2, 11, 21, 3])
    }

    @Test("merge doesn't subscribe to streams after one that fails immediately") func failsAtOnce() {
        let subscribed = Count()
        let later = Observable<Int>.create { _ in
            subscribed.up(); return Disposables.create()
        }
        _ = Observable.merge(.error(Oops()), later).subscribe(onError: { _ in })
        #expect(subscribed.value == 0)
    }

    @Test("merge delivers a re-entrant element immediately") func reentrancy() {
        let (left, right, log) = (PublishSubject<Int>(), PublishSubject<Int>(), Log<Int>())
        let subscription = Observable.merge(left, right).subscribe(onNext: { element in
            if element == 1 { right.onNext(2) }
            log(element)
        })
        left.onNext(1)
        subscription.dispose()
        #expect(log.entries == [2, 1])
    }

    @Test("merge merges all inner streams and completes after the outer and all inner ones")
    func streamOfStreams() {
        let trial = Trial.hot("a--b-|") { source, s in
            source.map { $0 == "a" ? s.cold("1--2|").asObservable() : s.cold("3-----4|").asObservable() }.merge()
        }
        #expect(
            trial.result == "1--(32)-----(4|)" || trial.result == "1--(23)-----4|" || trial.result == "1--(32)-----4|")
        #expect(trial.subscriptions == [Subscription(0, 5)])
    }

    @Test("merge disposes a source that never checks for disposal") func endless() {
        let log = Log<Int>()
        _ = Observable.merge(Observable.repeatElement(1), .repeatElement(2)).take(4).subscribe(onNext: { log($0) })
        #expect(log.entries == [1, 2, 1, 2])
    }

    @Test("merge delivers a queued event before a re-entrant one", arguments: reactions)
    func causalOrder(_ reaction: Event<Int>) {
        let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
        expectCausalOrder(
            of: .merge(left, right), reaction: reaction, first: AnyObserver(left), other: AnyObserver(right),
            react: { event in
                left.on(event)
                if event.isCompleted { right.on(event) }
            })
    }

    @Test("merge meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            Observable.merge(
                source.map {
                    context.token.touch(); return $0
                }, source)
        }
    }
}
