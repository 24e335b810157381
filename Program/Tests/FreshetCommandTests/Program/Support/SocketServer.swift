#if os(Linux)
import Foundation
import Glibc

/// Listens on a free port of the loopback interface and serves each connection on a thread of its own.
final class SocketServer: Sendable {
    let url: URL
    private let listener: Int32

    init(_ serve: @escaping @Sendable (SocketConnection) -> Void) throws {
        let listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port: UInt16? = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                guard bind(listener, generic, length) == 0, listen(listener, 64) == 0,
                    getsockname(listener, generic, &length) == 0
                else { return nil }
                return UnsafeRawPointer(generic).load(as: sockaddr_in.self).sin_port.bigEndian
            }
        }
        guard let port, let url = URL(string: "http://127.0.0.1:\(port)") else { throw PseudoTerminal.Unavailable() }
        (self.url, self.listener) = (url, listener)
        Thread.detachNewThread {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { break }
                Thread.detachNewThread {
                    serve(SocketConnection(descriptor: client))
                    close(client)
                }
            }
            // Not before: another socket may get its number at once, and this thread would accept its connections.
            close(listener)
        }
    }

    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }
}

/// A connection to a ``SocketServer``.
struct SocketConnection {
    fileprivate let descriptor: Int32

    /// A request as it was sent.
    struct Request {
        let head: String
        let body: Data

        /// The part after the method: a path and a query.
        var target: String { head.split(separator: " ").dropFirst().first.map { String($0) } ?? "/" }

        /// The value of a header field.
        func field(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
    }

    /// Reads one request; nil if the client closes the connection first.
    func request() -> Request? {
        var data = Data()
        while true {
            if let end = data.range(of: Data("\r\n\r\n".utf8))?.upperBound {
                let request = Request(head: String(decoding: data[..<end], as: UTF8.self), body: Data(data[end...]))
                let length = request.field("Content-Length").flatMap { Int($0) } ?? 0
                if request.body.count >= length { return request }
            }
            guard let more = read() else { return nil }
            data += more
        }
    }

    /// Answers, and says that the connection will be closed.
    func answer(_ status: String, type: String? = nil, _ body: Data = Data()) {
        let type = type.map { "Content-Type: \($0)\r\n" } ?? ""
        let head = "HTTP/1.1 \(status)\r\nContent-Length: \(body.count)\r\n\(type)Connection: close\r\n\r\n"
        (Data(head.utf8) + body).withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let written = send(descriptor, part.baseAddress, part.count, Int32(MSG_NOSIGNAL))
                guard written > 0 else { return }
                rest = rest.dropFirst(written)
            }
        }
    }

    /// Blocks until the client closes the connection.
    func waitForClose() { while read() != nil {} }

    private func read() -> Data? {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &chunk, chunk.count)
        return count > 0 ? Data(chunk.prefix(count)) : nil
    }
}
#endif
