#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Safe to share: see VirtualTimeScheduler; it adds no fields.
/// A scheduler whose virtual time are dates, for running through the past as if it happened now.
public class HistoricalScheduler: VirtualTimeScheduler<HistoricalSchedulerTimeConverter>, @unchecked Sendable {
    /// A scheduler whose clock stands at `initialClock`.
    public init(initialClock: RxTime = Date(timeIntervalSince1970: 0)) {
        super.init(initialClock: initialClock, converter: HistoricalSchedulerTimeConverter())
    }
}

/// Virtual time that is real time: dates and seconds.
public struct HistoricalSchedulerTimeConverter: VirtualTimeConverterType {
    /// A date.
    public typealias VirtualTimeUnit = RxTime
    /// A number of seconds.
    public typealias VirtualTimeIntervalUnit = TimeInterval

    /// Returns the argument: virtual and real points are both dates.
    public func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime { virtualTime }

    /// Returns the argument: virtual and real points are both dates.
    public func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit { time }

    /// Returns the argument: both lengths are seconds.
    public func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> TimeInterval {
        virtualTimeInterval
    }

    /// Returns the argument: both lengths are seconds.
    public func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> VirtualTimeIntervalUnit { timeInterval }

    /// The date that is so many seconds later.
    public func offsetVirtualTime(_ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit) -> VirtualTimeUnit {
        time.addingTimeInterval(offset)
    }

    /// Which of two dates comes first.
    public func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison {
        lhs < rhs ? .lessThan : lhs > rhs ? .greaterThan : .equal
    }
}
