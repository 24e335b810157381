#if os(Linux)
import Foundation
import Synchronization

/// A web server that accepts posts, fails or hangs.
struct HookServer {
    enum Mode: Sendable {
        case takes, takesAtLength, fails, hangs
    }

    private final class Log: Sendable {
        let state = Mutex<(mode: Mode, posts: [SocketConnection.Request])>((.takes, []))
    }

    private let server: SocketServer
    private let log: Log

    var url: URL { server.url.appending(path: "hook") }
    /// All posts, in the order in which they arrived.
    var posts: [SocketConnection.Request] { log.state.withLock { $0.posts } }

    init() throws {
        let log = Log()
        self.log = log
        server = try SocketServer { connection in
            guard let post = connection.request() else { return }
            let mode = log.state.withLock { state in
                state.posts.append(post)
                return state.mode
            }
            switch mode {
            case .takes: connection.answer("200 OK")
            case .takesAtLength: connection.answer("200 OK", Data(repeating: 0, count: 2 << 20))
            case .fails: connection.answer("500 Internal Server Error")
            case .hangs: connection.waitForClose()
            }
        }
    }

    func set(_ mode: Mode) { log.state.withLock { $0.mode = mode } }

    func stop() { server.stop() }
}
#endif
