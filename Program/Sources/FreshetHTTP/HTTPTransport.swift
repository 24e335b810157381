import Freshet
import HTTPTypes

/// Makes requests.
package protocol HTTPTransport: Sendable {
    /// Makes a request for each subscription; disposal cancels it.
    ///
    /// Succeeds with a 2xx status or 304, and fails with an ``HTTPError`` otherwise. *Runs on* any thread.
    /// - Parameter purpose: the purpose of the request, which a client ignores.
    func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply>

    /// The same, and counts each request that is sent: repetitions and redirects too.
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

    /// The same without a purpose.
    ///
    /// *Ends* with one reply, or an ``HTTPError``; see ``response(for:purpose:)``.
    package func response(for request: HTTPRequest) -> Single<HTTPReply> { response(for: request, purpose: .other) }
}
