import Freshet
import FreshetTest
import Testing

@Suite("concat") struct ConcatTests {
    @Test("concat delivers the second stream after disposing the completed first one") func concatenates() {
        let trial = Trial.hot("-a-|") { source, s in source.concat(s.cold("-b|")) }
        #expect(trial.result == "-a--b|")
        #expect(trial.subscriptions == [Subscription(0, 3)])
    }

    @Test("An error ends concat without subscribing to the rest") func failure() {
        let started = Count()
        let trial = Trial.hot("-x") { source, _ in source.concat(Observable.just("b").do(onSubscribe: { started.up() }))
        }
        #expect(trial.result == "-x")
        #expect(started.value == 0)
    }

    @Test("concat fails with the second stream's error") func secondFailure() {
        #expect(Trial.hot("a|") { source, s in source.concat(s.cold("-x")) }.result == "a-x")
    }

    @Test("concat accepts lists, collections and sequences") func lists() {
        let log = Log<Int>()
        _ = Observable.concat(Observable.just(1), .just(2)).subscribe(onNext: { log($0) })
        _ = Observable.concat([Observable.of(3, 4), .empty(), .just(5)]).subscribe(onNext: { log($0) })
        _ = Observable.concat(AnySequence([Observable.of(6)])).subscribe(onNext: { log($0) })
        #expect(log.entries == [1, 2, 3, 4, 5, 6])
    }

    @Test("concat of an empty list completes immediately") func none() {
        #expect(TestScheduler.marbles { _ in Observable<String>.concat([]) } == "|")
    }

    @Test("concat of an endless sequence continues until disposal") func endless() {
        let log = Log<Int>()
        let endless = sequence(state: 0) { (n: inout Int) -> Observable<Int>? in
            n += 1
            return .just(n)
        }
        _ = Observable.concat(endless).take(3).subscribe(onNext: { log($0) })
        #expect(log.entries == [1, 2, 3])
    }

    @Test("Disposal of concat disposes the second stream") func disposal() {
        #expect(Trial.hot("a|", disposed: 3) { source, s in source.concat(s.cold("-b-c")) }.result == "a-b")
    }

    @Test("A source that completes twice starts concat's next stream once") func endsOnce() {
        let log = Log<Int>()
        let one = Observable<Int>.create { observer in
            for element in 1...3 { observer.onNext(element) }
            observer.onCompleted()
            return Disposables.create()
        }
        _ = one.take(1).concat(one.take(2)).concat(Observable.just(9)).subscribe(onNext: { log($0) })
        #expect(log.entries == [1, 1, 2, 9])
    }

    @Test("concat allows a subscription from within the last completion") func reentrancy() {
        let log = Log<Int>()
        let stream = Observable.just(1).concat(Observable.just(2))
        _ = stream.subscribe(onNext: { log($0) }, onCompleted: { _ = stream.subscribe(onNext: { log($0) }) })
        #expect(log.entries == [1, 2, 1, 2])
    }

    @Test("concat of 100,000 synchronous streams doesn't overflow the stack", arguments: [true, false]) func deep(
        _ isImmediate: Bool
    ) {
        let count = Count()
        let stream: Observable<Int> = isImmediate ? .just(1) : .from([1])
        _ = Observable.concat(Array(repeating: stream, count: 100_000)).subscribe(onNext: { _ in count.up() })
        #expect(count.value == 100_000)
    }

    @Test("A chain of 100,000 concat calls runs and is released without recursion") func deepChain() {
        let count = Count()
        var chain = Observable.just(0)
        for _ in 1..<100_000 { chain = chain.concat(Observable.just(1)) }
        _ = chain.subscribe(onNext: { _ in count.up() })
        #expect(count.value == 100_000)
    }

    @Test("A stream of concat may complete on another thread during its subscription") func otherThread() {
        let (log, done) = (Log<Int>(), Gate())
        let hopping = Observable<Int>.create { observer in
            concurrently({
                observer.onNext(1)
                observer.onCompleted()
            })
            return Disposables.create()
        }
        _ = hopping.concat(hopping).concat(Observable.just(2)).subscribe(
            onNext: { log($0) }, onCompleted: { done.open() })
        #expect(done.wait())
        #expect(log.entries == [1, 1, 2])
    }

    @Test("A re-entrant completion waits until the current element has been delivered") func endInReaction() {
        let (log, left) = (Log<String>(), PublishSubject<Int>())
        let subscription = left.concat(Observable.just(9)).subscribe(onNext: { element in
            log("\(element) begins")
            if element == 1 { left.onCompleted() }
            log("\(element) ends")
        })
        left.onNext(1)
        #expect(log.entries == ["1 begins", "1 ends", "9 begins", "9 ends"])
        subscription.dispose()
    }

    @Test("concat meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.concat(
                Observable.just("c").map {
                    context.token.touch(); return $0
                })
        }
    }

    @Test("concat evaluates a lazy collection one stream at a time", arguments: 0..<4) func lazy(_ number: Int) {
        let (made, log) = (Count(), Log<Int>())
        let numbers = (0..<Int.max).lazy.map { number in
            made.up()
            return number
        }
        let streams: [Observable<Int>] = [
            .concat(numbers.map { .just($0) }), Infallible.concat(numbers.map { Infallible.just($0) }).asObservable(),
            Completable.concat(numbers.map { $0 < 3 ? .empty() : .error(Oops()) }).andThen(Observable.just(0)),
            .concat(repeatElement(Observable.just(1), count: .max)),
        ]
        let subscription = streams[number].take(3).subscribe(onNext: { log($0) }, onError: { _ in log(-1) })
        #expect(log.entries == [[0, 1, 2], [0, 1, 2], [-1], [1, 1, 1]][number])
        #expect(made.value == [3, 3, 4, 0][number])
        subscription.dispose()
    }
}
