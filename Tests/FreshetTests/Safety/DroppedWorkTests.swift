import Dispatch
import Freshet
import FreshetPlatform
import FreshetTest
import Testing

/// A scheduler that can drop its work without running it, as a canceled operation queue does.
private final class DroppingScheduler: SchedulerType {
    private let waiting = Mutex<[@Sendable () -> Void]>([])

    var now: RxTime { RxTime(timeIntervalSinceReferenceDate: 0) }

    func schedule<StateType>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let (task, state) = (SingleAssignmentDisposable(), Handover(state))
        waiting.withLock { waiting in
            waiting.append {
                if !task.isDisposed { task.setDisposable(action(state.value)) }
            }
        }
        return task
    }

    func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        schedule(state, action: action)
    }

    private func take() -> [@Sendable () -> Void] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }

    func run() {
        for work in take() { work() }
    }

    func drop() { _ = take() }
}

/// A stream with work that waits on a scheduler.
private struct Waiting: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (DroppingScheduler) -> Observable<Int>

    init(_ name: String, _ make: @escaping @Sendable (DroppingScheduler) -> Observable<Int>) {
        testDescription = name
        self.make = make
    }

    private static let source = Observable.range(start: 0, count: 100)

    static let all: [Waiting] = [
        Waiting("from") { .from(0..<100, scheduler: $0) },
        Waiting("just") { .just(0, scheduler: $0) },
        Waiting("generate") { .generate(initialState: 0, condition: { _ in true }, scheduler: $0) { $0 + 1 } },
        Waiting("timer") { .timer(.seconds(1), scheduler: $0) },
        Waiting("interval") { .interval(.seconds(1), scheduler: $0) },
        Waiting("observe(on:)") { source.observe(on: $0) },
        Waiting("observe(on:buffering:)") { source.observe(on: $0, buffering: .suspending(4)) },
        Waiting("observe(on:) twice") { source.observe(on: $0).observe(on: $0, buffering: .suspending(4)) },
        Waiting("subscribe(on:)") { source.subscribe(on: $0) },
        Waiting("delaySubscription") { source.delaySubscription(.seconds(1), scheduler: $0) },
        Waiting("delay") { source.delay(.seconds(1), scheduler: $0) },
        Waiting("delay, paused") {
            source.delay(.seconds(1), scheduler: $0).observe(on: $0, buffering: .suspending(4))
        },
        Waiting("debounce") { source.concat(Observable.never()).debounce(.seconds(1), scheduler: $0) },
        Waiting("throttle") { source.concat(Observable.never()).throttle(.seconds(1), scheduler: $0) },
        Waiting("timeout") { Observable.never().timeout(.seconds(1), scheduler: $0) },
        Waiting("buffer") {
            source.concat(Observable.never()).buffer(timeSpan: .seconds(1), count: 1_000, scheduler: $0).map(\.count)
        },
        Waiting("take(for:)") { Observable.never().take(for: .seconds(1), scheduler: $0) },
        Waiting("retry with backoff") {
            Observable.error(Oops()).retry(3, backoff: .constant(.seconds(1)), scheduler: $0)
        },
        Waiting("concatMap, paused") { scheduler in
            source.concatMap { Observable.just($0, scheduler: scheduler) }
                .observe(on: scheduler, buffering: .suspending(4))
        },
        Waiting("merge, paused") { scheduler in
            source.map { Observable.just($0, scheduler: scheduler) }.merge(maxConcurrent: 2)
                .observe(on: scheduler, buffering: .suspending(4))
        },
        Waiting("zip, paused") { scheduler in
            Observable.zip(source, Observable.timer(.seconds(1), scheduler: scheduler)) { (a: Int, b: Int) in a + b }
                .observe(on: scheduler, buffering: .suspending(4))
        },
        Waiting("zip, paused by a source that never emits") {
            Observable.zip(Observable.never(), source) { (a: Int, b: Int) in a + b }
                .observe(on: $0, buffering: .suspending(4))
        },
    ]
}

/// A scheduler may drop its work without running it, and nobody disposes the subscription.
@Suite("a scheduler that drops its work") struct DroppedWorkTests {
    /// Returns how many objects remain that the closures of the stream and of the subscriber retain.
    private func remaining(_ waiting: Waiting, runs: Int) -> Int {
        let (scheduler, living) = (DroppingScheduler(), Count())
        do {
            let (source, observer) = (Token(living), Token(living))
            _ = waiting.make(scheduler).map { number in
                source.touch()
                return number
            }.subscribe { _ in observer.touch() }
            for _ in 0..<runs { scheduler.run() }
        }
        scheduler.drop()
        return living.value
    }

    @Test("releases the streams, paused or not", arguments: Waiting.all)
    private func releases(_ waiting: Waiting) {
        for runs in 0...3 { #expect(remaining(waiting, runs: runs) == 0, "after \(runs) runs") }
    }
}
