public import Freshet
public import HTTPTypes

/// What makes requests.
public protocol HTTPTransport: Sendable {
    /// Makes the request once for each subscription; disposal cancels it.
    ///
    /// Succeeds with a status of success or with 304, fails with an ``HTTPError`` otherwise. *Runs on* any thread.
    /// - Parameter purpose: what the request is for; a client passes over it.
    func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply>
}

extension HTTPTransport {
    /// The same, for a request that needs no name.
    ///
    /// *Ends* with one reply, or an ``HTTPError``; see ``response(for:purpose:)``.
    public func response(for request: HTTPRequest) -> Single<HTTPReply> { response(for: request, purpose: .other) }
}
