import Freshet
import FreshetTest
import Testing

@Suite("catch, catchAndReturn, catch(sequence:)") struct CatchTests {
    @Test("catch disposes the failed source, then continues with the handler's stream") func catches() {
        let trial = Trial.hot("a-x") { source, s in
            source.catch { $0 is MarbleError ? s.cold("-b|").asObservable() : .never() }
        }
        #expect(trial.result == "a--b|")
        #expect(trial.subscriptions == [Subscription(0, 2)])
    }

    @Test("catch changes nothing without an error", arguments: ["a-|", "|", "-", "a"]) func passes(_ drawing: String) {
        #expect(
            Trial.cold(Marbles(drawing)) { source, _ in source.catch { _ in .just("b") } }.result == Marbles(drawing))
    }

    @Test("catch fails with an error thrown by the handler or sent by its stream") func failures() {
        #expect(Trial.hot("a-x") { source, _ in source.catch { _ in throw MarbleError() } }.result == "a-x")
        let again = Count()
        let trial = Trial.hot("a-x") { source, s in
            source.catch { _ in
                again.up()
                return s.cold("-x").asObservable()
            }
        }
        #expect(trial.result == "a--x")
        #expect(again.value == 1)
    }

    @Test("catchAndReturn replaces the error with an element and completes") func catchAndReturn() {
        #expect(Trial.hot("a-x") { source, _ in source.catchAndReturn("b") }.result == "a-(b|)")
    }

    @Test("catch catches an error thrown by a closure during a synchronous source") func thrownAtOnce() {
        let log = Log<Event<Int>>()
        _ = Observable.just(1).map { _ in throw Oops() }.catchAndReturn(0).subscribe { log($0) }
        _ = Observable.of(1, 2).map { if $0 == 2 { throw Oops() } else { $0 } }.catchAndReturn(9).subscribe { log($0) }
        #expect(log.entries == [.next(0), .completed, .next(1), .next(9), .completed])
    }

    @Test("catch ignores elements that the failed source still sends") func lateElements() {
        let log = Log<Event<Int>>()
        let source = Observable<Int>.create { observer in
            for element in 1...3 { observer.onNext(element) }
            observer.onCompleted()
            return Disposables.create()
        }
        _ = source.map { if $0 == 2 { throw Oops() } else { $0 } }.catch { _ in .just(9) }.subscribe { log($0) }
        #expect(log.entries == [.next(1), .next(9), .completed])
    }

    @Test("catch waits for a slow recovery even if the failed source continues to its end") func slowRecovery() {
        let (recovery, log) = (PublishSubject<Int>(), Log<Event<Int>>())
        let subscription = Observable.just(1).map { _ in throw Oops() }.catch { _ in recovery }.subscribe { log($0) }
        #expect(log.entries.isEmpty)
        recovery.onNext(5)
        #expect(log.entries == [.next(5)])
        subscription.dispose()
    }

    @Test("Disposal of catch disposes the recovery") func disposal() {
        #expect(
            Trial.hot("x", disposed: 2) { source, s in source.catch { _ in s.cold("-b-c").asObservable() } }.result
                == "-b")
    }

    @Test("catch(sequence:) tries each stream and fails with the last error") func sequences() {
        #expect(
            TestScheduler.marbles { s in
                Observable.catch(sequence: [
                    s.cold("a-x").asObservable(), s.cold("b|").asObservable(), s.cold("c|").asObservable(),
                ])
            } == "a-b|")
        #expect(
            TestScheduler.marbles { s in
                Observable.catch(sequence: [s.cold("x").asObservable(), s.cold("-x").asObservable()])
            } == "-x")
        #expect(TestScheduler.marbles { _ in Observable<String>.catch(sequence: []) } == "|")
    }

    @Test("catch of 100,000 failing streams doesn't overflow the stack") func deep() {
        let count = Count()
        let failing = Observable<Int>.create { observer in
            observer.onError(Oops())
            return Disposables.create()
        }
        _ = Observable.catch(sequence: Array(repeating: failing, count: 100_000)).subscribe(onError: { _ in count.up() }
        )
        #expect(count.value == 1)
    }

    @Test("catch meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.catch { _ in
                context.token.touch(); return .just("c")
            }
        }
    }
}
