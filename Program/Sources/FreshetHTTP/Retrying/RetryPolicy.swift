import HTTPTypes
import Platform

/// When to retry a request, and after which delay: capped exponential backoff with full jitter.
package struct RetryPolicy: Sendable {
    /// The maximum number of attempts, including the first.
    package var maximumAttempts: Int
    /// The maximum first delay, in seconds; it doubles with each retry.
    package var base: Double
    /// The maximum delay, in seconds.
    ///
    /// A `Retry-After` up to this is obeyed in full; a longer one ends the attempts.
    package var cap: Double
    /// A random number between 0 and 1 for each delay.
    package var random: @Sendable () -> Double

    /// Three attempts with delays of up to 0.3 and 0.6 s by default.
    /// - Precondition: `maximumAttempts` is positive, `base` and `cap` aren't negative, and `cap` is finite.
    package init(
        maximumAttempts: Int = 3, base: Double = 0.3, cap: Double = 5,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        precondition(maximumAttempts > 0, "`maximumAttempts` must be positive.")
        precondition(base >= 0 && cap >= 0 && cap < 1e9, "`base` and `cap` must be between 0 and 1e9 seconds.")
        self.maximumAttempts = maximumAttempts
        self.base = base
        self.cap = cap
        self.random = random
    }

    /// The delay in seconds after that many attempts; nil to give up.
    func pause(after error: HTTPError, attempts: Int, _ method: HTTPRequest.Method, now: Date) -> Double? {
        guard attempts < maximumAttempts, method == .get || method == .head else { return nil }
        let backoff = random() * min(cap, base * Double(1 << min(attempts - 1, 30)))
        switch error {
        case .interrupted: return backoff
        case .status(_, let status, _) where [502, 503, 504].contains(status.code): return backoff
        case .rateLimited(_, let limited):
            let wait = limited.retryAt.timeIntervalSince(now)
            return limited.rule == .retryAfter && wait <= cap ? max(backoff, wait) : nil
        default: return nil
        }
    }
}
