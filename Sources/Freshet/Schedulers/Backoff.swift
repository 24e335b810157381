/// How long to wait before the next attempt, the longer the more have failed.
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

    /// The same pause each time.
    public static func constant(_ pause: Duration) -> Backoff { Backoff { _ in pause } }

    /// Pauses that grow by `step`, up to `limit`.
    public static func linear(first: Duration, step: Duration, limit: Duration = .seconds(60)) -> Backoff {
        Backoff { min(limit, first + step * $0) }
    }

    /// Pauses that grow `factor` times each time, up to `limit`: 1, 2, 4, 8, … seconds.
    public static func exponential(
        first: Duration = .seconds(1), factor: Double = 2, limit: Duration = .seconds(60)
    ) -> Backoff {
        Backoff { failures in
            var pause = first
            for _ in 0..<failures where pause < limit { pause = pause * factor }
            return min(limit, pause)
        }
    }

    /// The same, of which each pause is shortened by up to `share` of it at random, so that those who failed together do not come back together.
    /// - Parameters:
    ///   - share: From 0 (no chance) to 1 (anything from nothing to the whole pause).
    ///   - random: A number from 0 to 1; the system's generator unless it is given.
    /// - Precondition: `share` is from 0 to 1.
    @preconcurrency
    public func jittered(
        by share: Double = 0.5, random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) -> Backoff {
        precondition((0...1).contains(share), "\(share) is no share of a pause.")
        return Backoff(share: share, random: random, wholePause)
    }

    /// The pause after so many failures in a row before this one: 0 for the first failure.
    public func pause(after failures: Int) -> Duration {
        let whole = wholePause(failures)
        guard let random else { return whole }
        return whole * (1 - share * random())
    }
}
