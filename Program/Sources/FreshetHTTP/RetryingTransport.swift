import Dispatch
import Freshet
import HTTPTypes
import Platform
import Synchronization

/// Retries the requests of another transport; see ``RetryPolicy``.
///
/// Retries GET and HEAD after an interrupted response, a 502, 503 or 504, and a short `Retry-After`, unless the purpose's
/// bounds forbid it; see ``RequestBounds/isRetried``. Refused connections, unknown hosts and timeouts aren't retried: they
/// should be reported immediately, and the system has already repeated its attempts to connect.
package struct RetryingTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let policy: RetryPolicy
    private let scheduler: any SchedulerType

    /// Retries by `policy`, with delays on `scheduler`, by default a concurrent queue.
    package init(
        _ transport: any HTTPTransport, policy: RetryPolicy = RetryPolicy(), scheduler: (any SchedulerType)? = nil
    ) {
        self.transport = transport
        self.policy = policy
        self.scheduler = scheduler ?? ConcurrentDispatchQueueScheduler(qos: .utility)
    }

    /// The response to the first successful attempt; fails with the last error.
    package func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
        retried(request, purpose) { transport.response(for: request, purpose: purpose) }
    }

    /// The response to the first successful attempt, with the requests of all attempts counted.
    ///
    /// *Ends* as ``response(for:purpose:)`` does.
    package func response(
        for request: HTTPRequest, purpose: RequestPurpose, counting count: RequestCount
    ) -> Single<HTTPReply> {
        retried(request, purpose) { transport.response(for: request, purpose: purpose, counting: count) }
    }

    private func retried(
        _ request: HTTPRequest, _ purpose: RequestPurpose, _ attempt: @escaping @Sendable () -> Single<HTTPReply>
    ) -> Single<HTTPReply> {
        guard purpose.bounds.isRetried else { return attempt() }
        return .deferred { [policy, scheduler] in
            let counted = Attempts()
            return attempt().retry { (errors: Observable<any Error>) in
                errors.flatMap { error -> Observable<Int> in
                    let count = counted.increment()
                    guard let failure = error as? HTTPError,
                        let pause = policy.pause(after: failure, attempts: count, request.method, now: scheduler.now)
                    else { throw error }
                    return .timer(.nanoseconds(Int(min(pause, 1e9) * 1e9)), scheduler: scheduler)
                }
            }
        }
    }
}

/// Counts attempts.
private final class Attempts: Sendable {
    private let count = Atomic<Int>(0)

    func increment() -> Int { count.add(1, ordering: .relaxed).newValue }
}

/// The number and delays of retries: capped exponential backoff with full jitter.
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
