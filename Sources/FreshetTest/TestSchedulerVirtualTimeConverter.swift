public import Freshet

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Ticks of a test scheduler: whole numbers of `resolution` seconds since 1970.
public struct TestSchedulerVirtualTimeConverter: VirtualTimeConverterType {
    /// A tick.
    public typealias VirtualTimeUnit = Int
    /// A number of ticks.
    public typealias VirtualTimeIntervalUnit = Int

    private let resolution: Double

    init(resolution: Double) { self.resolution = resolution }

    /// The real point that a tick stands for.
    public func convertFromVirtualTime(_ virtualTime: Int) -> RxTime {
        Date(timeIntervalSince1970: convertFromVirtualTimeInterval(virtualTime))
    }

    /// The tick nearest to a real point.
    public func convertToVirtualTime(_ time: RxTime) -> Int { convertToVirtualTimeInterval(time.timeIntervalSince1970) }

    /// The seconds that a number of ticks stands for.
    public func convertFromVirtualTimeInterval(_ virtualTimeInterval: Int) -> TimeInterval {
        Double(virtualTimeInterval) * resolution
    }

    /// The number of ticks nearest to a number of seconds.
    public func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> Int {
        Int((timeInterval / resolution).rounded())
    }

    /// Adds a number of ticks; a negative one leads back.
    public func offsetVirtualTime(_ time: Int, offset: Int) -> Int { time + offset }

    /// Which of two ticks comes first.
    public func compareVirtualTime(_ lhs: Int, _ rhs: Int) -> VirtualTimeComparison {
        lhs < rhs ? .lessThan : lhs > rhs ? .greaterThan : .equal
    }
}
