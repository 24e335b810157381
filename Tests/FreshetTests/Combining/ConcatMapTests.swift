import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("concatMap, and concat of a stream of streams") struct ConcatMapTests {
    @Test("concatMap delivers the inner streams one after another") func inOrder() {
        let trial = Trial.hot("ab|") { source, s in source.concatMap { name in s.cold("-1-|").map { _ in name } } }
        #expect(trial.result == "-a--b-|")
    }

    @Test("concatMap calls the selector on arrival, and subscribes when the previous stream completes") func eager() {
        let (asked, subscribed) = (Log<Int>(), Log<Int>())
        _ = Trial.hot("ab|") { source, s in
            source.concatMap { name in
                asked(s.clock)
                return s.cold("--|").asObservable().do(onSubscribe: { subscribed(s.clock) })
            }
        }
        #expect(asked.entries == [0, 1])
        #expect(subscribed.entries == [0, 2])
    }

    @Test("concatMap fails with the first error of the source, an inner stream or the selector") func failures() {
        #expect(Trial.hot("a-x") { source, s in source.concatMap { _ in s.cold("-1-2") } }.result == "-1x")
        #expect(Trial.hot("ab") { source, s in source.concatMap { _ in s.cold("-1x") } }.result == "-1x")
        #expect(
            Trial.hot("ab") { source, s in
                source.concatMap { if $0 == "b" { throw MarbleError() } else { s.cold("---1") } }
            }.result == "-x")
    }

    @Test("Disposal of concatMap starts no waiting inner stream") func disposal() {
        let started = Count()
        let trial = Trial.hot("ab", disposed: 2) { source, s in
            source.concatMap { _ in s.cold("-1-|").asObservable().do(onSubscribe: { started.up() }) }
        }
        #expect(trial.result == "-1")
        #expect(started.value == 1)
    }

    @Test("A re-entrant element waits for the end of a synchronous inner stream") func reentrancy() {
        let (subject, log) = (PublishSubject<Int>(), Log<String>())
        let subscription = subject.concatMap { Observable.just($0) }.subscribe(onNext: { element in
            log("begin \(element)")
            if element == 1 { subject.onNext(2) }
            log("end \(element)")
        })
        subject.onNext(1)
        subscription.dispose()
        #expect(log.entries == ["begin 1", "end 1", "begin 2", "end 2"])
    }

    @Test("concat flattens a stream of streams") func concat() {
        #expect(
            Trial.hot("ab|") { source, s in source.map { name in s.cold("1-|").map { _ in name } }.concat() }.result
                == "a-b-|")
    }

    @Test("concatMap of 100,000 synchronous streams doesn't overflow the stack", arguments: [true, false]) func deep(
        _ isImmediate: Bool
    ) {
        let count = Count()
        _ = Observable.range(start: 0, count: 100_000).concatMap { isImmediate ? Observable.just($0) : .from([$0]) }
            .subscribe(onNext: { _ in count.up() })
        #expect(count.value == 100_000)
    }

    @Test("concatMap of 100,000 waiting streams doesn't overflow the stack") func deepAfterWaiting() {
        let (count, first) = (Count(), PublishSubject<Int>())
        let subscription = Observable.range(start: 0, count: 100_000).concatMap {
            $0 == 0 ? first : Observable.from([$0])
        }
        .subscribe(onNext: { _ in count.up() })
        first.onCompleted()
        #expect(count.value == 99_999)
        subscription.dispose()
    }

    @Test("No closure receives elements of a waiting stream after concatMap ends") func closuresAfterTheEnd() {
        let (first, asked, ends) = (PublishSubject<Int>(), Log<Int>(), Count())
        let waiting = (1...5).map { Observable.just($0) }
        let subscription = Observable.from([first.asObservable()] + waiting).concatMap { $0 }
            .map {
                asked($0)
                return $0
            }.take(1).subscribe(onCompleted: { ends.up() })
        first.onCompleted()
        #expect(asked.entries == [1])
        #expect(ends.value == 1)
        subscription.dispose()
    }

    @Test("An element that the selector of concatMap sends follows the current one") func sendingSelector() {
        let (subject, log) = (PublishSubject<Int>(), Log<Int>())
        let subscription = subject.concatMap { number -> Observable<Int> in
            if number == 1 { subject.onNext(2) }
            return .of(number, number)
        }.subscribe(onNext: { log($0) })
        subject.onNext(1)
        #expect(log.entries == [1, 1, 2, 2])
        subscription.dispose()
    }

    @Test("concatMap meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.concatMap {
                context.token.touch(); return Observable.just($0).delay(.seconds(1), scheduler: context.scheduler)
            }
        }
    }

    @Test("concatMap keeps the order of inner streams that end on other threads") func order() {
        let (pool, observer) = (ConcurrentDispatchQueueScheduler(qos: .default), Exclusive<Int>())
        let subscription = Observable.from(0..<20_000).concatMap { Observable.just($0, scheduler: pool) }
            .subscribe(observer)
        #expect(eventually { observer.ends == 1 })
        #expect(observer.elements == Array(0..<20_000) && observer.violations == 0)
        subscription.dispose()
    }
}
