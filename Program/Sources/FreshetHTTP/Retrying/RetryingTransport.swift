import Dispatch
import Freshet
import HTTPTypes
import Platform
import Synchronization

/// Retries the requests of another transport; see ``RetryPolicy``.
///
/// Retries GET and HEAD after an interrupted response, a 502, 503 or 504, and a short `Retry-After`. Refused connections, unknown hosts and
/// timeouts aren't retried: they should be reported at once, and the system has already repeated its attempts to connect.
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
        retried(request) { transport.response(for: request, purpose: purpose) }
    }

    /// The same, counting the requests of all attempts.
    ///
    /// *Ends* as ``response(for:purpose:)`` does.
    package func response(
        for request: HTTPRequest, purpose: RequestPurpose, counting count: RequestCount
    ) -> Single<HTTPReply> {
        retried(request) { transport.response(for: request, purpose: purpose, counting: count) }
    }

    private func retried(
        _ request: HTTPRequest, _ attempt: @escaping @Sendable () -> Single<HTTPReply>
    ) -> Single<HTTPReply> {
        .deferred { [policy, scheduler] in
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
