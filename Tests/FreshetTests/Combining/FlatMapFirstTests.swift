import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("flatMapFirst") struct FlatMapFirstTests {
    @Test("flatMapFirst drops elements without calling the selector until the inner stream completes") func ignores() {
        let asked = Log<String>()
        let trial = Trial.hot("ab--c-|") { source, s in
            source.flatMapFirst { name in
                asked(name)
                return s.cold("-1-|").map { _ in name }
            }
        }
        #expect(trial.result == "-a---c-|")
        #expect(asked.entries == ["a", "c"])
        #expect(trial.subscriptions == [Subscription(0, 6)])
    }

    @Test("flatMapFirst fails with the first error of the source, the inner stream or the selector") func failures() {
        #expect(Trial.hot("a-x") { source, s in source.flatMapFirst { _ in s.cold("-1-2") } }.result == "-1x")
        #expect(Trial.hot("a----b") { source, s in source.flatMapFirst { _ in s.cold("-1x") } }.result == "-1x")
        #expect(
            Trial.hot("-a") { source, _ in source.flatMapFirst { _ -> Observable<String> in throw MarbleError() } }
                .result == "-x")
    }

    @Test("Disposal of flatMapFirst disposes the inner stream") func disposal() {
        #expect(Trial.hot("a", disposed: 2) { source, s in source.flatMapFirst { _ in s.cold("-1-2") } }.result == "-1")
    }

    @Test("flatMapFirst drops a re-entrant element during a synchronous inner stream") func reentrancy() {
        let (subject, log) = (PublishSubject<Int>(), Log<Int>())
        let subscription = subject.flatMapFirst { Observable.just($0) }.subscribe(onNext: { element in
            log(element)
            if element < 10 { subject.onNext(element + 1) }
        })
        subject.onNext(1)
        subject.onNext(10)
        subscription.dispose()
        #expect(log.entries == [1, 10])
    }

    @Test("flatMapFirst drops an element that the selector sends") func sendingSelector() {
        let (subject, inner, log) = (PublishSubject<Int>(), PublishSubject<String>(), Log<String>())
        let subscription = subject.flatMapFirst { number -> Observable<String> in
            if number == 1 { subject.onNext(2) }
            return inner.map { "\(number)\($0)" }.take(1)
        }.subscribe(onNext: { log($0) })
        subject.onNext(1)
        inner.onNext("x")
        inner.onNext("y")
        #expect(log.entries == ["1x"])
        subject.onNext(3)
        inner.onNext("z")
        #expect(log.entries == ["1x", "3z"])
        subscription.dispose()
    }

    @Test("flatMapFirst runs the inner stream although its selector completes the source") func completingSelector() {
        let (subject, log) = (PublishSubject<Int>(), Log<Event<Int>>())
        let subscription = subject.flatMapFirst { number -> Observable<Int> in
            subject.onCompleted()
            return .just(number)
        }.subscribe { log($0) }
        subject.onNext(1)
        #expect(log.entries == [.next(1), .completed])
        subscription.dispose()
    }

    @Test("flatMapFirst meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.flatMapFirst {
                context.token.touch(); return Observable.just($0).delay(.seconds(1), scheduler: context.scheduler)
            }
        }
    }
}
