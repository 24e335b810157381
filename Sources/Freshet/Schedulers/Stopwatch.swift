import FreshetPlatform

/// A scheduler whose `now` is the wall clock, which may be adjusted at any time.
protocol WallClockScheduler: SchedulerType {}

/// Measures elapsed time on a scheduler.
///
/// It uses a monotonic clock for schedulers on the wall clock, and the scheduler's own clock for others.
struct Stopwatch: Sendable {
    private enum Start {
        case monotonic(ContinuousClock.Instant)
        case scheduler(RxTime)
    }

    private let scheduler: any SchedulerType
    private var start: Start?

    init(_ scheduler: any SchedulerType) { self.scheduler = scheduler }

    mutating func restart() {
        start = scheduler is any WallClockScheduler ? .monotonic(.now) : .scheduler(scheduler.now)
    }

    /// The seconds since the last restart; nil before the first.
    var elapsed: Double? {
        switch start {
        case nil: nil
        case .monotonic(let start): start.duration(to: .now).seconds
        // If the clock was set back, the elapsed time is unknown and counts as zero.
        case .scheduler(let start): max(0, scheduler.now.timeIntervalSince(start))
        }
    }
}
