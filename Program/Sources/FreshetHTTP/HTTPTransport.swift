import Freshet
import HTTPTypes
import Synchronization

/// Makes requests.
package protocol HTTPTransport: Sendable {
    /// Makes a request for each subscription; disposal cancels it.
    ///
    /// Succeeds with a 2xx status or 304, and fails with an ``HTTPError`` otherwise. *Runs on* any thread.
    /// - Parameter purpose: the purpose of the request, which a client ignores.
    func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply>

    /// Makes a request for each subscription, and counts each one that is sent: repetitions and redirects too.
    ///
    /// *Ends* as ``response(for:purpose:)`` does.
    func response(
        for request: HTTPRequest, purpose: RequestPurpose, counting count: RequestCount
    ) -> Single<HTTPReply>
}

extension HTTPTransport {
    /// Counts one request a subscription: for transports that neither repeat nor redirect.
    ///
    /// *Ends* as ``response(for:purpose:)`` does.
    package func response(
        for request: HTTPRequest, purpose: RequestPurpose, counting count: RequestCount
    ) -> Single<HTTPReply> {
        .deferred {
            count.add()
            return response(for: request, purpose: purpose)
        }
    }

    /// Makes a request without a purpose for each subscription.
    ///
    /// *Ends* with one reply, or an ``HTTPError``; see ``response(for:purpose:)``.
    package func response(for request: HTTPRequest) -> Single<HTTPReply> { response(for: request, purpose: .other) }
}

/// Counts the requests sent for one request: the first, retries and redirects.
package final class RequestCount: Sendable {
    private let count = Atomic<Int>(0)

    private let remembered = Atomic<Bool>(false)

    /// No requests.
    package init() {}

    /// True if the reply was remembered, so that no request was sent for it.
    package var isRemembered: Bool { remembered.load(ordering: .relaxed) }

    /// Notes that the reply was remembered.
    package func noteRemembered() { remembered.store(true, ordering: .relaxed) }

    /// The number of requests so far.
    package var value: Int { count.load(ordering: .relaxed) }

    /// Increases ``value`` by one, on any thread.
    package func add() { count.add(1, ordering: .relaxed) }
}
