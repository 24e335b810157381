import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("buffer, collect(every:)") struct BufferTests {
    private func buffer(_ source: String, disposed: TestTime = 12) -> String {
        Trial.hot(Marbles(source), disposed: disposed) { source, s in
            source.buffer(timeSpan: .seconds(4), count: 2, scheduler: s).map { "[\($0.joined())]" }
        }.result.description
    }

    @Test("buffer delivers a full or due array, even an empty one") func delivers() {
        #expect(buffer("ab-c-----d") == "-([ab])---([c])---([d])")
        #expect(buffer("----------") == "----([])---([])")
    }

    @Test("Completion delivers the current array, even an empty one; an error drops it") func ends() {
        #expect(buffer("a-|") == "--([a]|)")
        #expect(buffer("|") == "([]|)")
        #expect(buffer("a-x") == "--x")
    }

    @Test(
        "collect delivers no empty arrays",
        arguments: [("a-----bcd-|", "----([a])--([bc])--([d]|)"), ("|", "|"), ("ab|", "-([ab])|")])
    func collects(_ source: String, _ result: String) {
        let trial = Trial.hot(Marbles(source), disposed: 14) { source, s in
            source.collect(every: .seconds(4), count: 2, scheduler: s).map { "[\($0.joined())]" }
        }
        #expect(trial.result.description == result)
    }

    /// An example common to Rx libraries.
    @Test("buffer combines count and time") func both() {
        let scheduler = TestScheduler(initialClock: 0)
        let times = [205, 210, 240, 280, 320, 350, 370, 420, 470]
        let source = scheduler.createHotObservable(
            times.enumerated().map { .next($0.element, $0.offset + 1) } + [.completed(600)])
        let result = scheduler.start {
            source.asObservable().buffer(timeSpan: .seconds(70), count: 3, scheduler: scheduler)
        }
        #expect(
            result.events == [
                .next(240, [1, 2, 3]), .next(310, [4]), .next(370, [5, 6, 7]), .next(440, [8]), .next(510, [9]),
                .next(580, []), .next(600, []), .completed(600),
            ])
    }

    @Test("Disposal of buffer drops the current array") func disposal() {
        let trial = Trial.hot("a-----", disposed: 3) { source, s in
            source.buffer(timeSpan: .seconds(4), count: 2, scheduler: s).map(\.count)
        }
        #expect(trial.result == "")
        #expect(trial.subscriptions == [Subscription(0, 3)])
    }

    @Test("A re-entrant element belongs to the next array") func reentrancy() {
        let scheduler = TestScheduler(initialClock: 0)
        let (subject, log) = (PublishSubject<Int>(), Log<[Int]>())
        let subscription = subject.buffer(timeSpan: .seconds(4), count: 2, scheduler: scheduler).subscribe(onNext: {
            log($0)
            if $0 == [1, 2] { subject.onNext(3) }
        })
        for n in [1, 2, 4] { subject.onNext(n) }
        #expect(log.entries == [[1, 2], [3, 4]])
        subscription.dispose()
    }

    @Test("buffer delivers all elements serially and in order on a dispatch queue")
    func threads() {
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "buffer")
        let (subject, observer) = (PublishSubject<Int>(), Exclusive<[Int]>())
        let subscription = subject.buffer(timeSpan: .microseconds(100), count: 7, scheduler: scheduler).subscribe(
            observer)
        concurrently({
            for n in 0..<3_000 { subject.onNext(n) }
            subject.onCompleted()
        })
        #expect(eventually { observer.ends == 1 })
        #expect(observer.violations == 0)
        #expect(observer.elements.flatMap { $0 } == Array(0..<3_000))
        subscription.dispose()
    }

    @Test("buffer meets the operator contract", arguments: [Ending.completion, .failure, .disposal])
    func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).buffer(
                timeSpan: .seconds(3), count: 2, scheduler: context.scheduler
            ).take(3)
        }
    }
}
