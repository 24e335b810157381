public import FreshetPlatform

/// A virtual-time scheduler that uses dates, for replaying past events.
/// - Ends: disposed work doesn't start.
/// - Runs on: the thread that advances the clock.
/// - Keeps: scheduled work, without a bound.
public class HistoricalScheduler: VirtualTimeScheduler<HistoricalSchedulerTimeConverter>, @unchecked Sendable {
    /// Creates a scheduler whose clock starts at `initialClock`.
    public init(initialClock: RxTime = Date(timeIntervalSince1970: 0)) {
        super.init(initialClock: initialClock, converter: HistoricalSchedulerTimeConverter())
    }
}

/// Virtual time in dates and seconds, the same as real time.
public struct HistoricalSchedulerTimeConverter: VirtualTimeConverterType {
    /// A date.
    public typealias VirtualTimeUnit = RxTime
    /// A number of seconds.
    public typealias VirtualTimeIntervalUnit = TimeInterval

    /// Returns `virtualTime`, which is a date already.
    public func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime { virtualTime }

    /// Returns `time`, because virtual times are dates.
    public func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit { time }

    /// Returns `virtualTimeInterval`, which is in seconds already.
    public func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> TimeInterval {
        virtualTimeInterval
    }

    /// Returns `timeInterval`, because virtual intervals are in seconds.
    public func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> VirtualTimeIntervalUnit { timeInterval }

    /// Returns the date that is `offset` seconds after `time`.
    public func offsetVirtualTime(_ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit) -> VirtualTimeUnit {
        time.addingTimeInterval(offset)
    }

    /// Compares two dates.
    public func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison {
        lhs < rhs ? .lessThan : lhs > rhs ? .greaterThan : .equal
    }
}
