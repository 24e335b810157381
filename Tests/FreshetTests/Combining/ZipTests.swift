import Freshet
import FreshetTest
import Testing

@Suite("zip") struct ZipTests {
    @Test("zip pairs elements in order") func pairs() {
        let trial = Trial.hot("ab---c") { source, s in Observable.zip(source, s.hot("--1-2-3-|")) { $0 + $1 } }
        #expect(trial.result.events == [.next(2, "a1"), .next(4, "b2"), .next(6, "c3")])
    }

    @Test("zip delivers tuples") func tuples() {
        let log = Log<String>()
        _ = Observable.zip(Observable.of(1, 2), Observable.of("a", "b")).subscribe(onNext: { log("\($0)\($1)") })
        #expect(log.entries == ["1a", "2b"])
    }

    @Test("zip zips eight sources") func eight() {
        let log = Log<Int>()
        let one = Observable.just(1)
        _ = Observable.zip(one, one, one, one, one, one, one, one) { $0 + $1 + $2 + $3 + $4 + $5 + $6 + $7 }.subscribe(
            onNext: { log($0) })
        #expect(log.entries == [8])
    }

    @Test("zip zips a collection of sources") func collection() {
        let trial = Trial.hot("ab|") { source, s in
            Observable.zip([source, s.hot("-12-|").asObservable()]).map { $0.joined() }
        }
        #expect(trial.result.events == [.next(1, "a1"), .next(2, "b2"), .completed(4)])
    }

    @Test("zip of an empty collection completes immediately") func none() {
        let log = Log<Event<Int>>()
        _ = Observable<Int>.zip([Observable<Int>](), resultSelector: { $0.count }).subscribe { log($0) }
        #expect(log.entries == [.completed])
    }

    @Test(
        "zip completes when all sources complete, or when no further pair is possible",
        arguments: [
            ("|", "|", "|"), ("a|", "-1|", "-X|"), ("|", "--1---", "--|"), ("a|", "-1-2-", "-X-|"),
            ("a-|", "-|", "--|"), ("-", "|", ""),
        ])
    func completion(_ left: String, _ right: String, _ result: String) {
        let trial = Trial.hot(Marbles(left)) { source, s in
            Observable.zip(source, s.hot(Marbles(right))) { _, _ in "X" }
        }
        #expect(trial.result == Marbles(result))
    }

    @Test("zip pairs waiting elements after their source has completed") func leftovers() {
        #expect(
            Trial.hot("ab|") { source, s in Observable.zip(source, s.hot("---1-2-|")) { _, _ in "X" } }.result
                == "---X-X-|")
    }

    @Test("zip fails with the first source or selector error, and disposes all sources") func failures() {
        let trial = Trial.hot("ab---c") { source, s in Observable.zip(source, s.hot("1-x")) { _, _ in "X" } }
        #expect(trial.result == "X-x")
        #expect(trial.subscriptions == [Subscription(0, 2)])
        #expect(
            Trial.hot("a-") { source, s in Observable.zip(source, s.hot("-1")) { _, _ -> String in throw MarbleError() }
            }.result == "-x")
    }

    @Test("zip pairs re-entrant elements") func reentrancy() {
        let (left, right, log) = (PublishSubject<Int>(), PublishSubject<Int>(), Log<Int>())
        let subscription = Observable.zip(left, right, resultSelector: +).subscribe(onNext: { sum in
            log(sum)
            if sum == 11 {
                left.onNext(2)
                right.onNext(20)
            }
        })
        left.onNext(1)
        right.onNext(10)
        subscription.dispose()
        #expect(log.entries == [11, 22])
    }

    @Test("zip counts the completion of a source only once") func countsOnce() {
        let log = Log<Event<Int>>()
        let (middle, right) = (PublishSubject<Int>(), PublishSubject<Int>())
        let subscription = Observable.zip(Observable.just(1).take(1), middle, right) { $0 + $1 + $2 }.subscribe {
            log($0)
        }
        middle.onNext(10)
        #expect(log.entries.isEmpty)
        right.onNext(100)
        #expect(log.entries == [.next(111)])
        subscription.dispose()
    }

    @Test("Disposal of zip disposes all sources") func disposal() {
        let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
        Observable.zip(left, right, resultSelector: +).subscribe().dispose()
        #expect(!left.hasObservers && !right.hasObservers)
    }

    @Test("zip pairs elements that the result selector sends") func sendingSelector() {
        let (left, right, log) = (PublishSubject<Int>(), PublishSubject<Int>(), Log<String>())
        let subscription = Observable.zip(left, right) { (first: Int, second: Int) -> String in
            if first == 1 {
                left.onNext(2)
                right.onNext(2)
            }
            return "\(first)\(second)"
        }.subscribe(onNext: { log($0) })
        left.onNext(1)
        right.onNext(1)
        #expect(log.entries == ["22", "11"])
        left.onNext(3)
        right.onNext(3)
        #expect(log.entries == ["22", "11", "33"])
        subscription.dispose()
    }

    @Test("An element sent by the result selector is paired with one that already waits") func waitingElement() {
        let (subject, log) = (PublishSubject<Int>(), Log<Event<String>>())
        let subscription = Observable.zip(subject, Observable.of(1, 2)) { (first: Int, second: Int) -> String in
            if first == 1 { subject.onNext(2) }
            return "\(first)\(second)"
        }.subscribe { log($0) }
        subject.onNext(1)
        #expect(log.entries == [.next("22"), .next("11")])
        subject.onNext(3)
        #expect(log.entries == [.next("22"), .next("11"), .completed])
        subscription.dispose()
    }

    @Test("Elements sent in reaction to a result of zip are paired") func reaction() {
        let (left, right, log) = (PublishSubject<Int>(), PublishSubject<Int>(), Log<Int>())
        let subscription = Observable.zip([left, right]) { $0.reduce(0, +) }.subscribe(onNext: { sum in
            log(sum)
            if sum == 2 {
                left.onNext(2)
                right.onNext(2)
            }
        })
        left.onNext(1)
        right.onNext(1)
        #expect(log.entries == [2, 4])
        subscription.dispose()
    }

    @Test("zip meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            Observable.zip(source, source.skip(1)) {
                context.token.touch(); return $0 + $1
            }
        }
    }

    @Test("zip releases the elements once nothing more can be paired, and ends with the next element")
    func exhaustion() {
        let (first, second, living) = (PublishSubject<Item>(), PublishSubject<Item>(), Count())
        let (log, empty) = (Log<Event<Int>>(), PublishSubject<Item>())
        let subscription = Observable.zip(first, second, empty) { a, b, c in a.number + b.number + c.number }.subscribe
        {
            log($0)
        }
        for number in 0..<10 { first.onNext(Item(number, living)) }
        #expect(living.value == 10)
        empty.onCompleted()
        #expect(living.value == 0)
        second.onNext(Item(0, living))
        #expect(log.entries == [.completed])
        #expect(living.value == 0 && !first.hasObservers && !second.hasObservers)
        subscription.dispose()
    }

    @Test("zip ends when a source emits after an empty one of three") func emptySource() {
        for index in 0..<3 {
            let (subjects, log) = ((0..<3).map { _ in PublishSubject<Int>() }, Log<Event<[Int]>>())
            var sources = subjects.map { $0.asObservable() }
            sources[index] = .empty()
            let subscriptions = [Observable.zip(sources), Observable.combineLatest(sources)].map { stream in
                stream.subscribe { log($0) }
            }
            subjects[(index + 1) % 3].onNext(1)
            #expect(log.entries == [.completed, .completed])
            for subscription in subscriptions { subscription.dispose() }
        }
    }

    @Test(
        "zip pairs all elements of a source released without an end, while another one pauses",
        arguments: 0..<3)
    func releasedSource(_ position: Int) {
        let (scheduler, ticks, log) = (TestScheduler(initialClock: 0), PublishSubject<Int>(), Log<[Int]>())
        let released = Observable<Int>.create { observer in
            for number in 0..<20 { observer.onNext(number) }
            return Disposables.create()
        }
        var sources = [Observable.range(start: 0, count: 20), ticks.asObservable()]
        sources.insert(released, at: position)
        let subscription = Observable.zip(sources).observe(on: scheduler, buffering: .suspending(4)).subscribe(
            onNext: { log($0) })
        for number in 0..<20 {
            ticks.onNext(number)
            scheduler.start()
        }
        #expect(log.entries == (0..<20).map { [$0, $0, $0] })
        subscription.dispose()
    }
}
