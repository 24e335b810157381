import Freshet
import FreshetTest
import Testing

@Suite("combineLatest") struct CombineLatestTests {
    @Test("combineLatest emits the newest elements for each element, once every source has emitted") func combines() {
        let trial = Trial.hot("a--b--|") { source, s in Observable.combineLatest(source, s.hot("-1-2-3--|")) { $0 + $1 }
        }
        #expect(trial.result.events == [.next(1, "a1"), .next(3, "b1"), .next(3, "b2"), .next(5, "b3"), .completed(8)])
        #expect(trial.subscriptions == [Subscription(0, 6)])
    }

    @Test("combineLatest combines elements as tuples") func tuples() {
        let log = Log<String>()
        _ = Observable.combineLatest(Observable.just(1), Observable.just("a"), Observable.just(true)).subscribe(
            onNext: { log("\($0)\($1)\($2)") })
        #expect(log.entries == ["1atrue"])
    }

    @Test("combineLatest combines eight sources") func eight() {
        let log = Log<Int>()
        let one = Observable.just(1)
        _ = Observable.combineLatest(one, one, one, one, one, one, one, one) { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 }
            .subscribe(onNext: { log($0) })
        #expect(log.entries == [8])
    }

    @Test("combineLatest combines a collection of sources") func collection() {
        let trial = Trial.hot("a-b-|") { source, s in
            Observable.combineLatest([source, s.hot("1--|").asObservable()]).map { $0.joined() }
        }
        #expect(trial.result.events == [.next(0, "a1"), .next(2, "b1"), .completed(4)])
    }

    @Test("combineLatest of an empty collection delivers the selector's result and completes") func none() {
        let log = Log<Event<Int>>()
        _ = Observable<Int>.combineLatest([Observable<Int>](), resultSelector: { $0.count }).subscribe { log($0) }
        #expect(log.entries == [.next(0), .completed])
    }

    @Test(
        "combineLatest completes when all sources complete, or when no further combination is possible",
        arguments: [
            ("|", "|", "|"), ("a|", "-1|", "-X|"), ("|", "--1---", "--|"), ("a-|", "-|", "--|"),
            ("a-----|", "-|", "------|"), ("-", "|", ""),
        ])
    func completion(_ left: String, _ right: String, _ result: String) {
        let trial = Trial.hot(Marbles(left)) { source, s in
            Observable.combineLatest(source, s.hot(Marbles(right))) { _, _ in "X" }
        }
        #expect(trial.result == Marbles(result))
    }

    @Test("combineLatest fails with the first source or selector error, and disposes all sources") func failures() {
        let trial = Trial.hot("a----b") { source, s in Observable.combineLatest(source, s.hot("1-x")) { _, _ in "X" } }
        #expect(trial.result == "X-x")
        #expect(trial.subscriptions == [Subscription(0, 2)])
        #expect(
            Trial.hot("a-") { source, s in
                Observable.combineLatest(source, s.hot("-1")) { _, _ -> String in throw MarbleError() }
            }.result == "-x")
    }

    @Test("Current-thread sources of combineLatest take turns") func turns() {
        let log = Log<String>()
        _ = Observable.combineLatest(Observable.of(1, 2), Observable.of("a", "b")) { "\($0)\($1)" }.subscribe(onNext: {
            log($0)
        })
        #expect(log.entries == ["1a", "2a", "2b"])
    }

    @Test("combineLatest combines a re-entrant element immediately") func reentrancy() {
        let (left, right, log) = (PublishSubject<Int>(), PublishSubject<Int>(), Log<Int>())
        let subscription = Observable.combineLatest(left, right, resultSelector: +).subscribe(onNext: { sum in
            log(sum)
            if sum == 3 { left.onNext(10) }
        })
        left.onNext(1)
        right.onNext(2)
        subscription.dispose()
        #expect(log.entries == [3, 12])
    }

    @Test("combineLatest counts the completion of a source only once") func countsOnce() {
        let log = Log<Event<Int>>()
        let right = PublishSubject<Int>()
        let subscription = Observable.combineLatest(Observable.just(1).take(1), right, resultSelector: +).subscribe {
            log($0)
        }
        right.onNext(1)
        #expect(log.entries == [.next(2)])
        subscription.dispose()
    }

    @Test("Disposal of combineLatest disposes all sources") func disposal() {
        let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
        Observable.combineLatest(left, right, resultSelector: +).subscribe().dispose()
        #expect(!left.hasObservers && !right.hasObservers)
    }

    @Test("combineLatest meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            Observable.combineLatest(source, source) {
                context.token.touch(); return $0 + $1
            }
        }
    }

    @Test(
        "An event that another thread queues at a subject precedes a re-entrant event of another source",
        arguments: 0..<4)
    func causalOrder(_ kind: Int) {
        for reaction in [Event<Int>.next(2), .error(Oops())] {
            let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
            let streams: [Observable<Int>] = [
                .combineLatest(left.startWith(0), right) { max($0, $1) }, .merge(left, right),
                right.flatMap { Observable.just($0) }.amb(Observable.never()).map { $0 },
                .combineLatest(left.startWith(0), right.share()) { max($0, $1) },
            ]
            let isSame = kind == 2
            expectCausalOrder(
                of: streams[kind], reaction: reaction, first: AnyObserver(right),
                other: AnyObserver(right)
            ) { event in (isSame ? right : left).on(event) }
        }
    }
}
