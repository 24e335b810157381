public import Freshet
public import FreshetPlatform

/// Converts between ticks of a test scheduler and real time.
///
/// A tick is `resolution` seconds; tick 0 is January 1, 1970.
public struct TestSchedulerVirtualTimeConverter: VirtualTimeConverterType {
    /// A tick.
    public typealias VirtualTimeUnit = Int
    /// A number of ticks.
    public typealias VirtualTimeIntervalUnit = Int

    private let resolution: Double

    init(resolution: Double) { self.resolution = resolution }

    /// Returns the date of a tick.
    public func convertFromVirtualTime(_ virtualTime: Int) -> RxTime {
        Date(timeIntervalSince1970: convertFromVirtualTimeInterval(virtualTime))
    }

    /// Returns the tick nearest to a date.
    public func convertToVirtualTime(_ time: RxTime) -> Int { convertToVirtualTimeInterval(time.timeIntervalSince1970) }

    /// Returns the duration of a number of ticks, in seconds.
    public func convertFromVirtualTimeInterval(_ virtualTimeInterval: Int) -> TimeInterval {
        Double(virtualTimeInterval) * resolution
    }

    /// Returns the number of ticks nearest to a duration in seconds; on overflow, the largest or smallest number.
    public func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> Int {
        let ticks = (timeInterval / resolution).rounded()
        return Int(exactly: ticks) ?? (ticks < 0 ? .min : .max)
    }

    /// Adds a number of ticks, which may be negative, to a tick; on overflow, returns the largest or smallest tick.
    public func offsetVirtualTime(_ time: Int, offset: Int) -> Int {
        let (sum, overflows) = time.addingReportingOverflow(offset)
        return overflows ? (offset < 0 ? .min : .max) : sum
    }

    /// Compares two ticks in time.
    public func compareVirtualTime(_ lhs: Int, _ rhs: Int) -> VirtualTimeComparison {
        lhs < rhs ? .lessThan : lhs > rhs ? .greaterThan : .equal
    }
}
