import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("flatMap") struct FlatMapTests {
    @Test("flatMap merges the elements of the inner streams") func flattens() {
        let trial = Trial.hot("a--b--|") { source, s in source.flatMap { name in s.cold("-1-2|").map { _ in name } } }
        #expect(trial.result == "-a-ab-b|")
        #expect(trial.subscriptions == [Subscription(0, 6)])
    }

    @Test("flatMap completes when the source and all inner streams have completed") func ends() {
        #expect(Trial.hot("a|") { source, s in source.flatMap { _ in s.cold("--1|") } }.result == "--1|")
        #expect(Trial.hot("a---|") { source, s in source.flatMap { _ in s.cold("1|") } }.result == "1---|")
        #expect(Trial.hot("|") { source, s in source.flatMap { _ in s.cold("1|") } }.result == "|")
    }

    @Test("flatMap fails with the first error of the source, an inner stream or the selector") func failures() {
        #expect(Trial.hot("a-x") { source, s in source.flatMap { _ in s.cold("-1-2") } }.result == "-1x")
        let inner = Trial.hot("a----b") { source, s in source.flatMap { _ in s.cold("-1x") } }
        #expect(inner.result == "-1x")
        #expect(inner.subscriptions == [Subscription(0, 2)])
        #expect(
            Trial.hot("-a") { source, _ in source.flatMap { _ -> Observable<String> in throw MarbleError() } }.result
                == "-x")
    }

    @Test(
        "flatMap delivers just, empty and error inner streams immediately",
        arguments: [("j", "j-|"), ("e", "--|"), ("f", "x")])
    func immediate(_ kind: String, _ result: String) {
        let trial = Trial.hot(Marbles("\(kind)-|")) { source, _ in
            source.flatMap { name -> Observable<String> in
                switch name {
                case "j": .just(name)
                case "e": .empty()
                default: .error(MarbleError())
                }
            }
        }
        #expect(trial.result == Marbles(result))
    }

    @Test("Disposal of flatMap disposes the inner streams") func disposal() {
        let inner = Count()
        let trial = Trial.hot("ab", disposed: 3) { source, s in
            source.flatMap { _ in s.cold("--1--2").asObservable().do(onDispose: { inner.up() }) }
        }
        #expect(trial.result == "--1")
        #expect(trial.subscriptions == [Subscription(0, 3)])
        #expect(inner.value == 2)
    }

    @Test("flatMap flattens singles, maybes and completables") func traits() {
        let log = Log<Event<Int>>()
        _ = Observable.of(1, 2).flatMap { Single.just($0) }.concat(Observable.of(3).flatMap { Maybe.just($0) })
            .subscribe { log($0) }
        #expect(log.entries == [.next(1), .next(2), .next(3), .completed])
    }

    @Test("flatMap delivers a re-entrant source element immediately") func reentrancy() {
        let (subject, log) = (PublishSubject<Int>(), Log<Int>())
        let subscription = subject.flatMap { Observable.just($0) }.subscribe(onNext: { element in
            if element < 3 { subject.onNext(element + 1) }
            log(element)
        })
        subject.onNext(1)
        subscription.dispose()
        #expect(log.entries == [3, 2, 1])
    }

    @Test("flatMap counts the completion of an inner stream only once") func completesTwice() {
        let log = Log<Event<Int>>()
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let outer = PublishSubject<Observable<Int>>()
        let subscription = outer.flatMap { $0.take(1) }.subscribe { log($0) }
        outer.onNext(first)
        outer.onNext(second)
        outer.onCompleted()
        first.onNext(1)
        first.onCompleted()
        #expect(log.entries == [.next(1)])
        second.onNext(2)
        #expect(log.entries == [.next(1), .next(2), .completed])
        subscription.dispose()
    }

    @Test("flatMap delivers a queued event before a re-entrant one", arguments: reactions)
    func causalOrder(_ reaction: Event<Int>) {
        let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
        expectCausalOrder(
            of: Observable.of(left, right).flatMap { $0 }, reaction: reaction, first: AnyObserver(left),
            other: AnyObserver(right),
            react: { event in
                left.on(event)
                if event.isCompleted { right.on(event) }
            })
    }

    @Test("flatMap meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.flatMap {
                context.token.touch(); return Observable.just($0).delay(.seconds(1), scheduler: context.scheduler)
            }
        }
    }
}
