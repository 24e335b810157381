/// The pause before each retry, depending on the number of failures. A negative pause counts as zero.
public struct Backoff: Sendable {
    private let wholePause: @Sendable (Int) -> Duration
    private let random: (@Sendable () -> Double)?
    private let share: Double

    private init(
        share: Double = 0, random: (@Sendable () -> Double)? = nil, _ pause: @escaping @Sendable (Int) -> Duration
    ) {
        wholePause = pause
        self.random = random
        self.share = share
    }

    /// The same pause before every retry.
    public static func constant(_ pause: Duration) -> Backoff { Backoff { _ in pause } }

    /// Pauses that grow by `step` with each failure, up to `limit`.
    public static func linear(first: Duration, step: Duration, limit: Duration = .seconds(60)) -> Backoff {
        Backoff { failures in
            // Compared in seconds first: a sum outside the range may overflow.
            let pause = first.seconds + step.seconds * Double(failures)
            if pause < 0 { return .zero }
            return pause < limit.seconds ? first + step * failures : limit
        }
    }

    /// Pauses that grow by `factor` with each failure, up to `limit`. By default 1, 2, 4, 8, … seconds.
    /// - Precondition: `factor` is not negative.
    public static func exponential(
        first: Duration = .seconds(1), factor: Double = 2, limit: Duration = .seconds(60)
    ) -> Backoff {
        precondition(factor >= 0, "`factor` must not be negative.")
        return Backoff { failures in
            if first <= .zero { return .zero }
            let growth = power(factor, failures)
            // Compared in seconds first: a product beyond `limit` may overflow.
            return first.seconds * growth < limit.seconds ? first * growth : limit
        }
    }

    /// Returns `base` to the power of `exponent`, which is not negative.
    private static func power(_ base: Double, _ exponent: Int) -> Double {
        var (result, square, rest) = (1.0, base, exponent)
        while rest > 0 {
            if rest % 2 == 1 { result *= square }
            square *= square
            rest /= 2
        }
        return result
    }

    /// The same backoff, with each pause shortened at random by up to `share`.
    ///
    /// Jitter keeps clients that failed together from retrying together.
    /// - Parameters:
    ///   - share: The largest fraction of the pause to remove, from 0 (none) to 1 (all of it).
    ///   - random: Returns a number from 0 to 1; by default from the system's generator.
    /// - Precondition: `share` is between 0 and 1.
    @preconcurrency
    public func jittered(
        by share: Double = 0.5, random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) -> Backoff {
        precondition((0...1).contains(share), "`share` must be between 0 and 1.")
        return Backoff(share: share, random: random, wholePause)
    }

    /// The pause after a failure. `failures` is the number of consecutive failures before it: 0 for the first one.
    ///
    /// A negative number counts as zero.
    public func pause(after failures: Int) -> Duration {
        let whole = max(.zero, wholePause(max(0, failures)))
        guard let random else { return whole }
        return whole * (1 - share * max(0, min(1, random())))
    }
}
