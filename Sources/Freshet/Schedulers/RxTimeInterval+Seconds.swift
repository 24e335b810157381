import Dispatch

extension DispatchTimeInterval {
    /// The interval in nanoseconds; `Int.max` for `.never` and on overflow.
    package var nanoseconds: Int {
        func scaled(_ count: Int, _ factor: Int) -> Int {
            let (product, overflow) = count.multipliedReportingOverflow(by: factor)
            return overflow ? (count < 0 ? .min : .max) : product
        }
        return switch self {
        case .seconds(let count): scaled(count, 1_000_000_000)
        case .milliseconds(let count): scaled(count, 1_000_000)
        case .microseconds(let count): scaled(count, 1_000)
        case .nanoseconds(let count): count
        case .never: .max
        @unknown default: .max
        }
    }

    /// The interval in seconds; infinity for `.never`.
    package var seconds: Double {
        if case .never = self { return .infinity }
        return Double(nanoseconds) / 1_000_000_000
    }

    /// Creates an interval of `seconds`, in nanoseconds; `.never` if that is too large.
    init(seconds: Double) {
        self = Int(exactly: (seconds * 1_000_000_000).rounded()).map { .nanoseconds($0) } ?? .never
    }

    /// The interval, or zero if it is negative.
    var clamped: DispatchTimeInterval { nanoseconds < 0 ? .nanoseconds(0) : self }
}
