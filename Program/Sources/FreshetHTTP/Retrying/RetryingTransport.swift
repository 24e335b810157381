public import Freshet
public import HTTPTypes
import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Makes the requests of another transport again when that may help; see ``RetryPolicy``.
///
/// Made again are GET and HEAD, after an answer that broke off, a 502, 503 or 504, and a short `Retry-After`. A host that refuses, is not there, or
/// was given all its time to answer is not asked again: whoever waits should know at once, and the system has repeated what it sent to connect.
public struct RetryingTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let policy: RetryPolicy
    private let scheduler: any SchedulerType

    /// Tries again by `policy`; pauses on `scheduler`, a concurrent queue unless told otherwise.
    public init(
        _ transport: any HTTPTransport, policy: RetryPolicy = RetryPolicy(), scheduler: (any SchedulerType)? = nil
    ) {
        self.transport = transport
        self.policy = policy
        self.scheduler = scheduler ?? ConcurrentDispatchQueueScheduler(qos: .utility)
    }

    /// The answer to the first attempt that succeeds; fails as the last one did.
    public func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
        .deferred { [transport, policy, scheduler] in
            let counted = Attempts()
            return transport.response(for: request, purpose: purpose).retry { (errors: Observable<any Error>) in
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
