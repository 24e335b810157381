import Foundation
import Platform
import Synchronization

/// A server on a plain socket that does what no HTTP server would: each request is given to a closure on a thread of its connection.
final class RawServer: Sendable {
    private struct State {
        var heads: [String] = []
        var open = 0
        var leftByClient = 0
        var isStopped = false
        var descriptors: Set<Int32> = []
    }

    let port: Int
    private let listener: Int32
    private let state = Mutex(State())

    /// The heads of all requests, in the order of their arrival.
    var heads: [String] { state.withLock { $0.heads } }
    /// The number of open connections.
    var open: Int { state.withLock { $0.open } }
    /// The number of connections that the client has closed.
    var leftByClient: Int { state.withLock { $0.leftByClient } }
    /// An address of it.
    func url(_ path: String = "/", host: String = "127.0.0.1", scheme: String = "http") -> URL {
        URL(string: "\(scheme)://\(host):\(port)\(path)")!
    }

    /// Listens on a free port of loopback.
    ///
    /// A connection stays open when `answer` returns, unless it has closed it.
    init(greeting: String = "", _ answer: @escaping @Sendable (RawConnection) -> Void) {
        // A client that has gone causes an error, not a signal.
        signal(SIGPIPE, SIG_IGN)
        let listener = socket(AF_INET, streamSocket, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                precondition(bind(listener, pointer, size) == 0 && listen(listener, 64) == 0)
                precondition(getsockname(listener, pointer, &size) == 0)
            }
        }
        self.listener = listener
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread {
            while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
                Thread.detachNewThread { self.serve(descriptor, greeting, answer) }
            }
            // Here and not when it is stopped: its number must not be another's while it is still waited on.
            close(listener)
        }
    }

    /// Closes everything.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            // Under the lock: a closed number may be another's immediately.
            for descriptor in state.descriptors { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
        _ = shutdown(listener, Int32(SHUT_RDWR))
    }

    private func serve(_ descriptor: Int32, _ greeting: String, _ answer: @Sendable (RawConnection) -> Void) {
        state.withLock { state in
            state.open += 1
            state.descriptors.insert(descriptor)
            if state.isStopped { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
        // Said before anything is heard.
        RawConnection(descriptor: descriptor, head: "").send(greeting)
        var buffer: [UInt8] = []
        while let head = Self.readHead(descriptor, &buffer) {
            state.withLock { $0.heads.append(head) }
            let connection = RawConnection(descriptor: descriptor, head: head)
            answer(connection)
            if connection.isOver { break }
        }
        state.withLock { state in
            state.open -= 1
            state.descriptors.remove(descriptor)
            if !state.isStopped { state.leftByClient += 1 }
            _ = close(descriptor)
        }
    }

    /// The next request's head; nil when the client has gone.
    private static func readHead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> String? {
        while true {
            if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
                defer { buffer.removeSubrange(..<end.upperBound) }
                return String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
            }
            var chunk = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count <= 0 { return nil }
            buffer.append(contentsOf: chunk[..<count])
        }
    }
}

/// One request's connection.
final class RawConnection: Sendable {
    /// The request line and the header fields.
    let head: String
    private let descriptor: Int32
    private let ended = Mutex(false)

    var isOver: Bool { ended.withLock { $0 } }

    init(descriptor: Int32, head: String) {
        self.descriptor = descriptor
        self.head = head
    }

    /// Sends bytes; false when the client has gone.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count <= 0 {
                ended.withLock { $0 = true }
                return false
            }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends a whole answer.
    func answer(_ status: Int = 200, _ headers: [String: String] = [:], _ body: String = "") {
        let fields = headers.map { "\($0): \($1)\r\n" }.joined()
        send("HTTP/1.1 \(status) Some\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    /// Ends the connection in order.
    func hangUp() {
        ended.withLock { $0 = true }
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// True if the request has this header field.
    func has(_ field: String) -> Bool { head.lowercased().contains("\r\n\(field.lowercased()):") }
}
