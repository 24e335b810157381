import Freshet
import FreshetHTTP
import HTTPTypes
import Platform
import Synchronization

/// Requests each address once, and answers later requests with the same reply. For one resolution: replies stay in memory.
///
/// A site may refuse a second request for its feed within a day.
final class RememberingTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let replies = Mutex<[URL?: HTTPReply]>([:])

    init(_ transport: any HTTPTransport) { self.transport = transport }

    func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
        response(for: request, purpose: purpose, counting: RequestCount())
    }

    func response(
        for request: HTTPRequest, purpose: RequestPurpose, counting count: RequestCount
    ) -> Single<HTTPReply> {
        .deferred { [self] in
            if let reply = replies.withLock({ $0[request.url] }) {
                count.noteRemembered()
                return .just(reply)
            }
            return transport.response(for: request, purpose: purpose, counting: count).do(onSuccess: { [self] reply in
                replies.withLock { $0[request.url] = reply }
            })
        }
    }
}
