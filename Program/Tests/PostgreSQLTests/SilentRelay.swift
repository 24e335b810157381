import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

/// A server on a Unix socket that passes everything on to the tests' PostgreSQL server, or accepts connections and is silent.
final class SilentRelay: Sendable {
    let folder: String
    private let server: String
    private let listening: Int32
    private let silence = Atomic(false)
    private let isClosed = Atomic(false)

    var isSilent: Bool {
        get { silence.load(ordering: .relaxed) }
        set { silence.store(newValue, ordering: .relaxed) }
    }

    /// - Parameter address: that of the server, with the folder of its socket as `host`.
    init(to address: String) throws {
        let host = try #require(address.firstMatch(of: /host=([^&]+)/)?.1)
        server = "\(host)/.s.PGSQL.5432"
        folder = "/tmp/silent-relay-" + SystemRandomNumberGenerator.hexadecimal(bytes: 6)
        try #require(mkdir(folder, 0o700) == 0)
        listening = try Self.makeSocket("\(folder)/.s.PGSQL.5432") { bind($0, $1, $2) }
        try #require(listen(listening, 16) == 0)
        Thread { [self] in run() }.start()
    }

    private func run() {
        while !isClosed.load(ordering: .relaxed) {
            var waiting = pollfd(fd: listening, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 50) > 0 else { continue }
            let client = accept(listening, nil, nil)
            guard client >= 0, let upstream = try? Self.makeSocket(server, { connect($0, $1, $2) }) else { continue }
            Thread { [self] in pass(client, upstream) }.start()
        }
        close(listening)
    }

    private func pass(_ client: Int32, _ upstream: Int32) {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        passing: while !isClosed.load(ordering: .relaxed) {
            if isSilent {
                usleep(10_000)
                continue
            }
            var waiting = [client, upstream].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&waiting, 2, 50) > 0 else { continue }
            for (from, to) in [(0, upstream), (1, client)] where waiting[from].revents != 0 {
                let count = read(waiting[from].fd, &bytes, bytes.count)
                if count <= 0 { break passing }
                while isSilent, !isClosed.load(ordering: .relaxed) { usleep(10_000) }
                _ = bytes.withUnsafeBytes { send(to, $0.baseAddress, count, noSignal) }
            }
        }
        close(client)
        close(upstream)
    }

    private static func makeSocket(
        _ path: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
        #if canImport(Darwin)
        let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #else
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
        return descriptor
    }

    func end() {
        isClosed.store(true, ordering: .relaxed)
        unlink("\(folder)/.s.PGSQL.5432")
        rmdir(folder)
    }
}
