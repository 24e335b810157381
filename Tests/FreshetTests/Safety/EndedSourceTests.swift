import Dispatch
import Freshet
import FreshetTest
import Testing

/// Stages that a timer also enters, on another thread than the source.
private let timedStages: [@Sendable (Observable<Int>, TestScheduler) -> Observable<Int>] = [
    { $0.debounce(.seconds(1), scheduler: $1) },
    { $0.throttle(.seconds(1), scheduler: $1) },
    { $0.delay(.seconds(1), scheduler: $1) },
    { $0.buffer(timeSpan: .seconds(1), count: 10, scheduler: $1).map(\.count) },
    { $0.collect(every: .seconds(1), scheduler: $1).map(\.count) },
]

@Suite("A source that ends while its stage is delivering on another thread") struct EndedSourceTests {
    @Test("A stage whose closure has thrown ends immediately and doesn't call it again", arguments: timedStages.indices)
    func endsAtOnce(_ stage: Int) {
        let (source, timers, calls, isBlocking) = (
            PublishSubject<Int>(), TestScheduler(initialClock: 0), Count(), Count()
        )
        let (delivering, released, failed) = (Gate(), Gate(), Count())
        let failing = source.map { element in
            if element == 1 { return element }
            calls.up()
            throw Oops()
        }
        let subscription = timedStages[stage](failing, timers).subscribe(
            onNext: { _ in
                if isBlocking.value == 0 { return }
                delivering.open()
                released.wait()
            }, onError: { _ in failed.up() })
        source.onNext(1)
        source.onNext(1)
        isBlocking.up()
        concurrently(
            { timers.advanceTo(1) },
            {
                delivering.wait()
                source.onNext(2)
                source.onNext(3)
                released.open()
            })
        #expect(calls.value == 1 && failed.value == 1)
        subscription.dispose()
    }
}
