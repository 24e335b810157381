package import Freshet
import FreshetPlatform

/// A Swift clock that shows the virtual time of a ``TestScheduler``.
///
/// Operators that take a `Duration` and this clock run their work on the scheduler, like operators that take the
/// scheduler. A task that sleeps on the clock resumes once the scheduler has reached its deadline.
/// - Ends: a sleep ends at its deadline. It throws `CancellationError` immediately when its task is canceled, and when
///   the scheduler is released.
/// - Runs on: the thread that advances the scheduler's clock; a task resumes on its own executor.
/// - Keeps: nothing. It doesn't retain the scheduler.
public final class TestClock: Clock, Sendable {
    /// A point in virtual time.
    public struct Instant: InstantProtocol {
        /// The time since tick 0.
        public let offset: Duration

        /// Returns the point that is `duration` later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// Returns the time from this point to `other`.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Returns true if `lhs` is earlier than `rhs`.
        public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private weak let testScheduler: TestScheduler?
    private let clock: VirtualClock<TestTime>
    private let converter: TestSchedulerVirtualTimeConverter
    private let sleepers = Atomic<Int>(0)

    init(_ scheduler: TestScheduler, _ converter: TestSchedulerVirtualTimeConverter) {
        testScheduler = scheduler
        clock = scheduler.virtualClock
        self.converter = converter
    }

    /// The scheduler's time.
    public var now: Instant { Instant(offset: converter.duration(of: clock.time)) }

    /// The duration of a tick.
    public var minimumResolution: Duration { converter.duration(of: 1) }

    /// Suspends until the scheduler reaches the first tick that isn't before `deadline`.
    ///
    /// Throws `CancellationError` if the task is canceled or the scheduler is released.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let sleep = Sleep()
        let work = schedule(sleep, deadline)
        // The scheduler may have passed the deadline before it had the work.
        if deadline <= now { sleep.end(isDue: true) }
        sleepers.add(1, ordering: .relaxed)
        defer { sleepers.subtract(1, ordering: .relaxed) }
        try await withTaskCancellationHandler {
            try await sleep.wait()
        } onCancel: {
            work?.dispose()
        }
    }

    private func schedule(_ sleep: Sleep, _ deadline: Instant) -> (any Disposable)? {
        let alarm = Alarm(sleep)
        return testScheduler?.scheduleAbsoluteVirtual((), time: converter.tick(notBefore: deadline.offset)) {
            alarm.ring()
            return Disposables.create()
        }
    }

    /// Waits until at least `count` tasks are sleeping on the clock.
    ///
    /// Call it before you advance the scheduler: a new task begins to sleep at an unknown time. Throws
    /// `CancellationError` if the calling task is canceled.
    public func waitForSleepers(_ count: Int = 1) async throws {
        while sleepers.load(ordering: .relaxed) < count { try await Task.sleep(for: .milliseconds(1)) }
    }
}

extension TestClock: SchedulerClock {
    package var scheduler: (any SchedulerType)? { testScheduler }
}

/// A task's sleep.
private final class Sleep: Sendable {
    private enum State: Sendable {
        case begun
        case suspended(CheckedContinuation<Void, any Error>)
        case ended(isDue: Bool)
    }

    private let state = Mutex(State.begun)

    func wait() async throws {
        try await withCheckedThrowingContinuation { continuation in
            let isDue: Bool? = state.withLock { state in
                if case .ended(let isDue) = state { return isDue }
                state = .suspended(continuation)
                return nil
            }
            if let isDue { Self.resume(continuation, isDue: isDue) }
        }
    }

    /// Ends the sleep, unless it has ended.
    func end(isDue: Bool) {
        let continuation: CheckedContinuation<Void, any Error>? = state.withLock { state in
            switch state {
            case .ended: return nil
            case .begun:
                state = .ended(isDue: isDue)
                return nil
            case .suspended(let continuation):
                state = .ended(isDue: isDue)
                return continuation
            }
        }
        if let continuation { Self.resume(continuation, isDue: isDue) }
    }

    private static func resume(_ continuation: CheckedContinuation<Void, any Error>, isDue: Bool) {
        if isDue { continuation.resume() } else { continuation.resume(throwing: CancellationError()) }
    }
}

/// Ends a sleep when it rings, or when it is released with the scheduled work that refers to it.
private final class Alarm: Sendable {
    private let sleep: Sleep

    init(_ sleep: Sleep) { self.sleep = sleep }

    deinit { sleep.end(isDue: false) }

    func ring() { sleep.end(isDue: true) }
}

extension TestSchedulerVirtualTimeConverter {
    /// Returns the duration of a number of ticks, at most 30 billion years.
    fileprivate func duration(of ticks: Int) -> Duration {
        // Other seconds than these may be outside the range of a duration.
        .seconds(max(-1e18, min(1e18, convertFromVirtualTimeInterval(ticks))))
    }

    /// Returns the first tick that isn't before the end of a duration since tick 0, apart from rounding.
    fileprivate func tick(notBefore duration: Duration) -> Int {
        let nearest = convertToVirtualTimeInterval(duration / .seconds(1))
        return self.duration(of: nearest) < duration - .nanoseconds(1) ? offsetVirtualTime(nearest, offset: 1) : nearest
    }
}
