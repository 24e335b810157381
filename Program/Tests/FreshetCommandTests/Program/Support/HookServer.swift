#if os(Linux)
import Foundation
import Glibc
import Synchronization

/// A web server that takes posts, fails or hangs, as it is told.
final class HookServer: Sendable {
    enum Mode: Sendable {
        case takes, fails, hangs
    }

    struct Post: Sendable {
        let head: String
        let body: Data

        /// The value of a header field.
        func field(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
    }

    let url: URL
    private let socket: Int32
    private let state = Mutex<(mode: Mode, posts: [Post])>((.takes, []))

    /// All posts, in the order in which they came.
    var posts: [Post] { state.withLock { $0.posts } }

    init() throws {
        let listening = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port: UInt16? = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                guard bind(listening, generic, length) == 0, listen(listening, 64) == 0,
                    getsockname(listening, generic, &length) == 0
                else { return nil }
                return UnsafeRawPointer(generic).load(as: sockaddr_in.self).sin_port.bigEndian
            }
        }
        guard let port else { throw PseudoTerminal.Unavailable() }
        socket = listening
        url = URL(string: "http://127.0.0.1:\(port)/hook")!
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(listening, nil, nil)
                guard client >= 0 else { break }
                Thread.detachNewThread { self.serve(client) }
            }
            close(listening)
        }
    }

    func set(_ mode: Mode) { state.withLock { $0.mode = mode } }

    func stop() { shutdown(socket, Int32(SHUT_RDWR)) }

    private func serve(_ client: Int32) {
        var data = Data()
        var chunk = [UInt8](repeating: 0, count: 4096)
        var needed = Int.max
        var headEnd: Data.Index?
        while data.count < needed {
            let count = read(client, &chunk, chunk.count)
            guard count > 0 else { break }
            data += chunk.prefix(count)
            if headEnd == nil, let end = data.range(of: Data("\r\n\r\n".utf8)) {
                headEnd = end.upperBound
                let post = Post(head: String(decoding: data[..<end.upperBound], as: UTF8.self), body: Data())
                needed = end.upperBound + (post.field("Content-Length").flatMap { Int($0) } ?? 0)
            }
        }
        guard let headEnd else { return _ = close(client) }
        let post = Post(head: String(decoding: data[..<headEnd], as: UTF8.self), body: Data(data[headEnd...]))
        let mode = state.withLock { state in
            state.posts.append(post)
            return state.mode
        }
        if mode == .hangs {
            // Until the client gives up.
            _ = read(client, &chunk, chunk.count)
        } else {
            let status = mode == .takes ? "200 OK" : "500 Internal Server Error"
            let reply = Array("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
            _ = send(client, reply, reply.count, Int32(MSG_NOSIGNAL))
        }
        close(client)
    }
}
#endif
