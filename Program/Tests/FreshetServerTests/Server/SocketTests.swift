import Foundation
import Logging
import Platform
import Testing

@testable import FreshetServer

@Suite("A server on a Unix socket") struct SocketTests {
    /// Runs a server on a socket and ends it. The path is short: the system's addresses are.
    private func run(
        log: WarningLog? = nil, _ configure: @escaping (inout ServerOptions) -> Void = { _ in },
        _ body: (String) async throws -> Void
    ) async throws {
        let path = "/tmp/freshet-\(UUID().uuidString.prefix(8)).sock"
        try await SampledEnvironment.run { scene in
            let server = try await RunningServer.start(scene, log: log) {
                $0.socket = path
                configure(&$0)
            }
            let result: Result<Void, any Error>
            do { result = .success(try await body(path)) } catch { result = .failure(error) }
            try await server.stop()
            try result.get()
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    private func ask(_ path: String, _ address: String, _ headers: String = "") async -> Reply {
        let wire = Wire(socket: path)
        wire.send("GET \(address) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(headers)\r\n")
        _ = await wire.readToEnd()
        return Reply(wire.heard)
    }

    @Test("A server on a Unix socket lets its owner and group connect, and removes it at its end")
    func answers() async throws {
        try await run { path in
            #expect(await ask(path, "/health/live").status == 200)
            #expect(await ask(path, "/").text.hasPrefix("<!doctype html>"))
            var status = stat()
            #expect(lstat(path, &status) == 0 && status.st_mode & 0o777 == 0o660)
        }
    }

    @Test("A server on a Unix socket trusts a proxy as it does on loopback")
    func forwarded() async throws {
        let log = WarningLog(level: .info)
        try await run(log: log, { $0.beReachable(at: "https://feeds.example.org") }) { path in
            let bearer = "Authorization: Bearer \(RunningServer.token)\r\n"
            #expect(await ask(path, "/api/saved", bearer + "X-Forwarded-For: 192.0.2.7\r\n").status == 200)
            #expect(log.warnings.contains { $0.contains("client=192.0.2.7 route=/api/saved") })
        }
        try await run { path in #expect(await ask(path, "/", "X-Forwarded-For: 192.0.2.7\r\n").status == 403) }
    }

    @Test("A server on a Unix socket replaces a socket that nobody listens on, and nothing else")
    func stale() async throws {
        let folder = URL(filePath: "/tmp/freshet-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path(percentEncoded: false) + "/s"
        #expect(throws: Never.self) { try ListenSocket(path).clear() }
        let descriptor = socket(AF_UNIX, streamSocket, 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(descriptor, 1) == 0)
        #expect(throws: SocketProblem.inUse(path)) { try ListenSocket(path).clear() }
        close(descriptor)
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(throws: Never.self) { try ListenSocket(path).clear() }
        #expect(!FileManager.default.fileExists(atPath: path))
        try Data("mine".utf8).write(to: URL(filePath: path))
        #expect(throws: SocketProblem.notASocket(path)) { try ListenSocket(path).clear() }
        #expect(throws: SocketProblem.self) { try ListenSocket(String(repeating: "/long", count: 60)).clear() }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    }
}
