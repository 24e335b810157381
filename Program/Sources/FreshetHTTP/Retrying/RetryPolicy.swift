import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// When a request is made again, and after which pause: capped exponential backoff with full jitter.
public struct RetryPolicy: Sendable {
    /// How often a request is made at most, the first time included.
    public var maximumAttempts: Int
    /// The longest first pause, in seconds; each further one may be twice as long.
    public var base: Double
    /// The longest pause, in seconds.
    ///
    /// A `Retry-After` up to it is waited for, never less; what asks for a longer one, such as a `Retry-After`, is not waited for.
    public var cap: Double
    /// A number between 0 and 1 for each pause.
    public var random: @Sendable () -> Double

    /// Three attempts with pauses of up to 0.3 and 0.6 s unless told otherwise.
    /// - Precondition: `maximumAttempts` is positive; `base` and `cap` are no less than 0, and `cap` is finite.
    public init(
        maximumAttempts: Int = 3, base: Double = 0.3, cap: Double = 5,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        precondition(maximumAttempts > 0, "\(maximumAttempts) attempts are none at all.")
        precondition(base >= 0 && cap >= 0 && cap < 1e9, "Pauses are between 0 and a thousand million seconds.")
        self.maximumAttempts = maximumAttempts
        self.base = base
        self.cap = cap
        self.random = random
    }

    /// Seconds to wait after that many attempts; nil if the request is not to be made again.
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
