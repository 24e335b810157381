import Foundation
import Platform
import Synchronization
import TestSupport

/// A plain connection to the server: what is sent is what is written here, and nothing is read unless it is asked for.
final class Wire: Sendable {
    private let descriptor: Int32
    // Locked, although one thread at a time reads: the thread sanitizer does not see that a continuation orders what comes after it.
    private let state = Mutex((heard: Data(), isClosed: false))

    /// All that was heard and not taken away.
    var heard: Data { state.withLock { $0.heard } }
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// - Parameter buffer: how many bytes wait in the kernel for a client that does not read.
    init(_ port: Int, buffer: Int32? = nil) {
        descriptor = socket(AF_INET, streamSocket, 0)
        if var buffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &buffer, socklen_t(MemoryLayout<Int32>.size))
        }
        var time = timeval(tv_sec: 0, tv_usec: 50_000)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if connected != 0 { state.withLock { $0.isClosed = true } }
    }

    /// A connection to a Unix socket.
    init(socket path: String) {
        descriptor = socket(AF_UNIX, streamSocket, 0)
        var time = timeval(tv_sec: 0, tv_usec: 50_000)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if connected != 0 { state.withLock { $0.isClosed = true } }
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, noSignal)
            }
            if count <= 0 { return }
            sent += count
        }
    }

    /// Says that nothing more will be sent.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads until the condition holds, the other side closes, or the time is over; tells whether it held.
    @discardableResult
    func read(within seconds: Double = 60, until holds: @escaping @Sendable (Data) -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            // A thread of its own: blocking one of the shared ones could keep the server from answering.
            Thread.detachNewThread { [self] in
                let end = Date().addingTimeInterval(seconds)
                var chunk = [UInt8](repeating: 0, count: 65536)
                while !holds(heard), !isClosed, Date() < end {
                    let count = recv(descriptor, &chunk, chunk.count, 0)
                    if count > 0 { state.withLock { $0.heard.append(contentsOf: chunk[..<count]) } }
                    if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) {
                        state.withLock { $0.isClosed = true }
                    }
                }
                continuation.resume(returning: holds(heard))
            }
        }
    }

    /// Reads until the other side closes.
    func readToEnd(within seconds: Double = 60) async -> Bool {
        await read(within: seconds) { _ in false }
        return isClosed
    }

    func forget() { state.withLock { $0.heard = Data() } }
}

/// An answer as it came.
struct Reply: Sendable {
    let status: Int
    let headers: [String: String]
    /// The cookies that it sets, each with its attributes.
    let cookies: [String]
    let body: Data

    var text: String { String(decoding: body, as: UTF8.self) }
    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:] }

    init(_ bytes: Data) {
        let end = bytes.range(of: Data("\r\n\r\n".utf8))
        let lines = String(decoding: bytes[..<(end?.lowerBound ?? bytes.endIndex)], as: UTF8.self)
            .components(separatedBy: "\r\n")
        status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        var headers: [String: String] = [:], cookies: [String] = []
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let (name, value) = (
                line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            )
            headers[name] = value
            if name == "set-cookie" { cookies.append(value) }
        }
        (self.headers, self.cookies) = (headers, cookies)
        body = end.map { Data(bytes[$0.upperBound...]) } ?? Data()
    }
}

/// A server-sent event.
struct SentEvent: Sendable, Equatable {
    let id: String
    let name: String
    let data: String

    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(data.utf8))) as? [String: Any] ?? [:] }

    /// The events in what was heard, the heads of HTTP and of its chunks taken out.
    static func all(in bytes: Data) -> [SentEvent] {
        var events: [SentEvent] = []
        var id = ""
        var name = ""
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
            if line.hasPrefix("id: ") { id = String(line.dropFirst(4)) }
            if line.hasPrefix("event: ") { name = String(line.dropFirst(7)) }
            if line.hasPrefix("data: "), line.hasSuffix("}") {
                events.append(SentEvent(id: id, name: name, data: String(line.dropFirst(6))))
            }
        }
        return events
    }
}
