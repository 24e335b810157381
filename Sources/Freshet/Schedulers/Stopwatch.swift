#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A scheduler whose `now` is the wall clock, which may be set while a stream runs.
protocol WallClockScheduler: SchedulerType {}

/// Measures how much of a scheduler's time has passed.
///
/// Real time is measured by a monotonic clock, virtual time by the scheduler's own.
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

    /// The seconds since the last start; nil before the first.
    var elapsed: Double? {
        switch start {
        case nil: nil
        case .monotonic(let start): start.duration(to: .now).seconds
        // A clock that was set back tells nothing: the time begins anew.
        case .scheduler(let start): max(0, scheduler.now.timeIntervalSince(start))
        }
    }
}
