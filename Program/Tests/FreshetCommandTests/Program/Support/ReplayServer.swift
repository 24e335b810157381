#if os(Linux)
import Foundation

/// Answers each request with the body that `answer` returns for its path, as JSON; 404 without a body.
struct ReplayServer {
    private let server: SocketServer

    var url: URL { server.url }

    init(_ answer: @escaping @Sendable (String) -> Data?) throws {
        server = try SocketServer { connection in
            guard let request = connection.request() else { return }
            let body = answer(request.target)
            connection.answer(body == nil ? "404 Not Found" : "200 OK", type: "application/json", body ?? Data())
        }
    }

    func stop() { server.stop() }
}
#endif
