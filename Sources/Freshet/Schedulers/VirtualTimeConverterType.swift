#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How the units of a ``VirtualTimeScheduler`` relate to real ones.
public protocol VirtualTimeConverterType: Sendable {
    /// A point in virtual time.
    associatedtype VirtualTimeUnit: Sendable
    /// A length of virtual time.
    associatedtype VirtualTimeIntervalUnit: Sendable

    /// The real point that a virtual one stands for.
    func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime
    /// The virtual point that stands for a real one.
    func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit
    /// The length in seconds that a virtual one stands for.
    func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> TimeInterval
    /// The virtual length that stands for one in seconds.
    func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> VirtualTimeIntervalUnit
    /// Adds a length to a point; a negative one leads back.
    func offsetVirtualTime(_ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit) -> VirtualTimeUnit
    /// Which of two points comes first.
    func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison
}

/// Which of two points in virtual time comes first.
public enum VirtualTimeComparison: Sendable {
    /// The first one.
    case lessThan
    /// Neither.
    case equal
    /// The second one.
    case greaterThan
}
