import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("timer, interval") struct TimerTests {
    @Test("timer emits 0 after its due time and completes") func once() {
        #expect(TestScheduler.marbles { Observable<Int>.timer(.seconds(3), scheduler: $0) } == "---(0|)")
    }

    @Test("timer with a period continues") func periodic() {
        #expect(
            TestScheduler.marbles(disposed: 8) {
                Observable<Int>.timer(.seconds(3), period: .seconds(2), scheduler: $0)
            } == "---0-1-2")
    }

    @Test("interval emits first after one period") func interval() {
        #expect(
            TestScheduler.marbles(disposed: 7) { Observable<Int>.interval(.seconds(2), scheduler: $0) } == "--0-1-2")
    }

    @Test("Disposal within onNext stops an interval") func disposalInside() {
        #expect(TestScheduler.marbles { Observable<Int>.interval(.seconds(2), scheduler: $0).take(2) } == "--0-(1|)")
    }

    @Test("Subscriptions of a timer are independent") func independent() {
        #expect(
            TestScheduler.marbles { s in
                Observable<Int>.timer(.seconds(2), scheduler: s).concat(
                    Observable<Int>.timer(.seconds(1), scheduler: s))
            } == "--0(0|)")
    }

    @Test("timer and interval run on a dispatch queue") func real() {
        let observer = Exclusive<Int>()
        let subscription = Observable<Int>.interval(
            .milliseconds(1), scheduler: ConcurrentDispatchQueueScheduler(qos: .default)
        ).take(5).subscribe(observer)
        #expect(eventually { observer.ends == 1 })
        #expect(observer.elements == [0, 1, 2, 3, 4])
        subscription.dispose()
    }

    @Test("An abandoned timer releases its captures after it fires") func release() {
        weak var token: Token?
        do {
            let kept = Token()
            token = kept
            _ = Observable<Int>.timer(
                .milliseconds(1), scheduler: SerialDispatchQueueScheduler(internalSerialQueueName: "timer")
            )
            .subscribe(onNext: { _ in kept.touch() })
        }
        #expect(eventually { token == nil })
    }

    @Test("Negative intervals count as zero") func negative() async {
        await #expect(processExitsWith: .success) {
            let schedulers: [any SchedulerType] = [
                SerialDispatchQueueScheduler(internalSerialQueueName: "negative"),
                ConcurrentDispatchQueueScheduler(qos: .default), ClockScheduler(ContinuousClock()),
            ]
            for scheduler in schedulers {
                for source in [
                    Observable<Int>.interval(.seconds(-1), scheduler: scheduler),
                    .timer(.seconds(-1), period: .seconds(-1), scheduler: scheduler),
                ] {
                    let observer = Exclusive<Int>()
                    let subscription = source.take(3).subscribe(observer)
                    #expect(eventually { observer.ends == 1 })
                    #expect(observer.elements == [0, 1, 2])
                    subscription.dispose()
                }
            }
        }
    }

    @Test("Negative intervals count as zero in virtual time") func negativeVirtual() {
        let historical = HistoricalScheduler()
        let log = Log<Int>()
        let subscription = Observable<Int>.interval(.seconds(-1), scheduler: historical).take(3)
            .subscribe(onNext: { log($0) })
        historical.start()
        #expect(log.entries == [0, 1, 2])
        subscription.dispose()
        #expect(
            TestScheduler.marbles { Observable<Int>.interval(.seconds(-1), scheduler: $0).take(3) } == "(012|)")
    }
}
