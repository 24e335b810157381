import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("window") struct WindowTests {
    /// Each event of a window with the window's number; `|` is the end of the stream of windows.
    private func windows(_ source: String, disposed: TestTime = 12) -> [String] {
        Trial.hot(Marbles(source), disposed: disposed) { source, s in
            source.window(timeSpan: .seconds(4), count: 2, scheduler: s).enumerated().flatMap { numbered in
                numbered.element.materialize().map { "\(numbered.index)\($0.element ?? ($0.isCompleted ? "." : "!"))" }
            }
        }.result.events.map { "\($0.time):\($0.value.element ?? ($0.value.isCompleted ? "|" : "x"))" }
    }

    @Test("A window ends when it is full or due") func ends() {
        #expect(windows("abc-----d", disposed: 9) == ["0:0a", "1:0b", "1:0.", "2:1c", "5:1.", "8:2d"])
    }

    /// An example common to Rx libraries.
    @Test("window combines count and time") func both() {
        let scheduler = TestScheduler(initialClock: 0)
        let times = [205, 210, 240, 280, 320, 350, 370, 420, 470]
        let source = scheduler.createHotObservable(
            times.enumerated().map { .next($0.element, $0.offset + 1) } + [.completed(600)])
        let result = scheduler.start {
            source.asObservable().window(timeSpan: .seconds(70), count: 3, scheduler: scheduler).enumerated()
                .flatMap { numbered in numbered.element.map { [numbered.index, $0] } }
        }
        let windows = [0, 0, 0, 1, 2, 2, 2, 3, 4]
        #expect(
            result.events
                == times.indices.map { .next(times[$0], [windows[$0], $0 + 1]) } + [.completed(600)])
    }

    @Test("The open window ends with the source") func sourceEnds() {
        #expect(windows("a-|") == ["0:0a", "2:0.", "2:|"])
        #expect(windows("a-x") == ["0:0a", "2:0!", "2:x"])
    }

    @Test("window disposes the source after the windows and the stream of windows are disposed") func release() {
        let scheduler = TestScheduler(initialClock: 0)
        let (subject, log, inner) = (PublishSubject<Int>(), Log<Int>(), SerialDisposable())
        let outer = subject.window(timeSpan: .seconds(9), count: 9, scheduler: scheduler).subscribe(onNext: { window in
            inner.disposable = window.subscribe(onNext: { log($0) })
        })
        subject.onNext(1)
        outer.dispose()
        subject.onNext(2)
        #expect(log.entries == [1, 2] && subject.hasObservers)
        inner.dispose()
        #expect(!subject.hasObservers)
    }

    @Test("Elements that a completed window makes the source send belong to the next window") func answers() {
        let scheduler = TestScheduler(initialClock: 0)
        let (subject, log, opened) = (PublishSubject<Int>(), Log<String>(), Log<Void>())
        let subscription = subject.window(timeSpan: .seconds(9), count: 2, scheduler: scheduler).subscribe(
            onNext: { window in
                opened(())
                let name = opened.entries.count
                _ = window.subscribe(
                    onNext: { log("\(name): \($0)") },
                    onCompleted: {
                        log("\(name) completed")
                        if name == 1 { [3, 4, 5].forEach(subject.onNext) }
                        if name == 2 { subject.onCompleted() }
                    })
            }, onCompleted: { log("completed") })
        [1, 2].forEach(subject.onNext)
        #expect(
            log.entries == [
                "1: 1", "1: 2", "1 completed", "2: 3", "2: 4", "2 completed", "3: 5", "3 completed", "completed",
            ])
        subscription.dispose()
    }

    @Test("window delivers all elements in order on a dispatch queue") func threads() {
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "window")
        let (subject, observer) = (PublishSubject<Int>(), Exclusive<Int>())
        let subscription = subject.window(timeSpan: .microseconds(100), count: 7, scheduler: scheduler)
            .merge().subscribe(observer)
        concurrently({
            for n in 0..<3_000 { subject.onNext(n) }
            subject.onCompleted()
        })
        #expect(eventually { observer.ends == 1 })
        #expect(observer.violations == 0)
        #expect(observer.elements == Array(0..<3_000))
        subscription.dispose()
    }

    @Test("window meets the operator contract", arguments: [Ending.completion, .failure, .disposal])
    func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).window(
                timeSpan: .seconds(3), count: 2, scheduler: context.scheduler
            ).take(3).merge()
        }
    }
}
