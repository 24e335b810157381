import Dispatch
import Foundation
import Platform
import SampleUpstreams
import TestSupport

/// What a plain socket heard, and how the connection came to its end.
struct Heard: Sendable {
    enum Ending: Sendable, Equatable {
        case closed, reset, refused, silent, enough
    }

    let status: Int
    let headers: [String: String]
    let body: Data
    let ending: Ending

    var text: String { String(decoding: body, as: UTF8.self) }
    var json: Any? { try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed) }
    var object: [String: Any] { json as? [String: Any] ?? [:] }
    var list: [[String: Any]] { json as? [[String: Any]] ?? [] }
    var numbers: [Int] { json as? [Int] ?? [] }
    func objects(_ key: String) -> [[String: Any]] { object[key] as? [[String: Any]] ?? [] }

    /// The `Link` header by relation.
    var links: [String: String] {
        var links: [String: String] = [:]
        for part in headers["link"]?.components(separatedBy: ", ") ?? [] {
            let sides = part.components(separatedBy: ">; rel=")
            links[sides[1].replacingOccurrences(of: "\"", with: "")] = String(sides[0].dropFirst())
        }
        return links
    }

    init(_ bytes: Data, _ ending: Ending) {
        self.ending = ending
        let parts = bytes.range(of: Data("\r\n\r\n".utf8))
        let head = String(decoding: bytes[..<(parts?.lowerBound ?? bytes.startIndex)], as: UTF8.self)
        let lines = head.components(separatedBy: "\r\n")
        status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
                in: .whitespaces)
        }
        self.headers = headers
        body = parts.map { Data(bytes[$0.upperBound...]) } ?? Data()
    }
}

extension SampleUpstreams {
    /// Asks on a connection of its own and listens until it ends, or until so many bytes or seconds
    /// without a byte; until `reading` is signaled, it does not read at all.
    func get(
        _ path: String, _ headers: [String: String] = [:], upTo limit: Int = .max, timeout: Int = 20,
        reading: DispatchSemaphore? = nil
    ) async -> Heard {
        await rawGet(port, path, headers, upTo: limit, timeout: timeout, reading: reading)
    }

    /// Asks for an address that this server told.
    func get(link: String, _ headers: [String: String] = [:]) async -> Heard {
        await get(link.replacingOccurrences(of: baseURL.absoluteString, with: ""), headers)
    }
}

/// On a thread of its own: blocking one of the shared ones could keep the server from answering.
func rawGet(
    _ port: Int, _ path: String, _ headers: [String: String] = [:], upTo limit: Int = .max, timeout: Int = 20,
    reading: DispatchSemaphore? = nil
) async -> Heard {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread {
            continuation.resume(returning: exchange(port, path, headers, limit, timeout, reading))
        }
    }
}

private func exchange(
    _ port: Int, _ path: String, _ headers: [String: String], _ limit: Int, _ timeout: Int,
    _ reading: DispatchSemaphore?
) -> Heard {
    let descriptor = socket(AF_INET, streamSocket, 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
    guard connected == 0 else { return Heard(Data(), .refused) }
    var time = timeval(tv_sec: timeout, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    let fields = ["Host": "127.0.0.1:\(port)", "User-Agent": "freshet-tests", "Connection": "close"]
        .merging(headers) { $1 }.filter { !$0.value.isEmpty }
    let text = "GET \(path) HTTP/1.1\r\n" + fields.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
    _ = text.withCString { send(descriptor, $0, strlen($0), noSignal) }
    reading?.wait()
    var bytes = Data()
    var chunk = [UInt8](repeating: 0, count: 65536)
    while bytes.count < limit {
        let count = recv(descriptor, &chunk, chunk.count, 0)
        if count == 0 { return Heard(bytes, .closed) }
        if count < 0 { return Heard(bytes, errno == EAGAIN ? .silent : .reset) }
        if bytes.count < 64_000_000 { bytes.append(contentsOf: chunk[..<count]) }
    }
    return Heard(bytes, .enough)
}
