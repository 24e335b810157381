#if os(Linux)
import Glibc
import Foundation
import Synchronization

/// Answers each request with the body that `answer` knows for its path, one connection at a time.
final class ReplayServer: Sendable {
    let url: URL
    private let socket: Int32

    init(_ answer: @escaping @Sendable (String) -> Data?) throws {
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
        url = URL(string: "http://127.0.0.1:\(port)")!
        Thread.detachNewThread {
            while true {
                let client = accept(listening, nil, nil)
                guard client >= 0 else { break }
                Self.serve(client, answer)
                close(client)
            }
            // Not before: another socket may get its number at once, and this thread would answer in its place.
            close(listening)
        }
    }

    func stop() { shutdown(socket, Int32(SHUT_RDWR)) }

    private static func serve(_ client: Int32, _ answer: (String) -> Data?) {
        var head = Data()
        var chunk = [UInt8](repeating: 0, count: 4096)
        while head.range(of: Data("\r\n\r\n".utf8)) == nil {
            let count = read(client, &chunk, chunk.count)
            guard count > 0 else { return }
            head += chunk.prefix(count)
        }
        let target = String(decoding: head, as: UTF8.self).split(separator: " ").dropFirst().first ?? "/"
        let body = answer(String(target))
        var reply = Data("HTTP/1.1 \(body == nil ? 404 : 200) Answer\r\nContent-Length: \(body?.count ?? 0)\r\n".utf8)
        reply += Data("Content-Type: application/json\r\nConnection: close\r\n\r\n".utf8) + (body ?? Data())
        reply.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = send(
                    client, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, Int32(MSG_NOSIGNAL)
                )
                guard written > 0 else { return }
                rest = rest.dropFirst(written)
            }
        }
    }
}
#endif
