import Dispatch

extension DispatchTimeInterval {
    /// The interval in nanoseconds; `Int64.max` for `.never` and on overflow.
    package var nanoseconds: Int64 {
        func scaled(_ count: Int, _ factor: Int64) -> Int64 {
            let (product, overflow) = Int64(count).multipliedReportingOverflow(by: factor)
            return overflow ? (count < 0 ? .min : .max) : product
        }
        return switch self {
        case .seconds(let count): scaled(count, 1_000_000_000)
        case .milliseconds(let count): scaled(count, 1_000_000)
        case .microseconds(let count): scaled(count, 1_000)
        case .nanoseconds(let count): Int64(count)
        case .never: .max
        @unknown default: .max
        }
    }

    /// The interval in seconds; infinity for `.never`.
    package var seconds: Double {
        switch self {
        case .never: .infinity
        case .seconds(let count): Double(count)
        default: Double(nanoseconds) / 1_000_000_000
        }
    }

    /// Creates an interval of `seconds`, rounded to nanoseconds.
    ///
    /// Beyond the range of nanoseconds, 292 years, rounds to seconds; beyond theirs, it is `.never`, or zero if
    /// negative.
    init(seconds: Double) {
        if let nanoseconds = Int64(exactly: (seconds * 1_000_000_000).rounded()) {
            self.init(nanoseconds: nanoseconds)
        } else if let whole = Int(exactly: seconds.rounded()) {
            self = .seconds(whole)
        } else {
            self = seconds < 0 ? .nanoseconds(0) : .never
        }
    }

    /// Creates an interval in the finest unit whose count fits in `Int`, which has 32 bits on some platforms.
    init(nanoseconds: Int64) {
        if let count = Int(exactly: nanoseconds) {
            self = .nanoseconds(count)
        } else if let count = Int(exactly: nanoseconds / 1_000) {
            self = .microseconds(count)
        } else if let count = Int(exactly: nanoseconds / 1_000_000) {
            self = .milliseconds(count)
        } else {
            self = .seconds(Int(clamping: nanoseconds / 1_000_000_000))
        }
    }

    /// True if the interval never ends: `.never`, or 292 years or more.
    var isEndless: Bool { nanoseconds == .max }

    /// The interval, or zero if it is negative.
    var clamped: DispatchTimeInterval { nanoseconds < 0 ? .nanoseconds(0) : self }
}
