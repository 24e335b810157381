public import Freshet
public import HTTPTypes

/// What makes requests.
public protocol HTTPTransport: Sendable {
    /// The answer to a request, asked for by each subscription; disposal cancels it.
    ///
    /// Succeeds with a status of success or with 304, fails with an ``HTTPError`` otherwise. *Runs on* any thread.
    func response(for request: HTTPRequest) -> Single<HTTPReply>
}
