import Feeds
import Foundation
import Logging
import SampleUpstreams
import ServiceLifecycle
import Testing

@testable import FreshetServer

/// A server on a free port, whose upstreams are the sample's.
final class RunningServer: Sendable {
    let scene: SampledEnvironment
    let port: Int
    let contexts: AccountContexts
    /// The headers with which each request is admitted; see ``ServerOptions/beReachable(at:)``.
    private let credentials: [String: String]
    private let group: ServiceGroup
    private let running: Task<Void, any Error>

    var control: FaultControl { scene.sample.control }

    /// The token of a server that others can reach and whose tests aren't about signing in.
    static let token = "a token that nobody else could guess"

    private init(
        _ scene: SampledEnvironment, log: WarningLog? = nil, _ configure: (inout ServerOptions) -> Void
    ) async throws {
        self.scene = scene
        // Longer than a busy machine takes between two requests, which would otherwise each begin a watch anew.
        var configuration = ServerOptions(port: 0, version: "1.2.3", gracePeriod: .seconds(30))
        configure(&configuration)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        if let log { logger = Logger(label: "test") { _ in log } }
        let (ports, started) = AsyncStream<Int>.makeStream()
        let server = try FreshetServer(
            environment: scene.environment, configuration: configuration, logger: logger
        ) { started.yield($0) }
        let group = ServiceGroup(configuration: .init(services: [server], logger: logger))
        self.group = group
        contexts = server.contexts
        credentials = configuration.token == Self.token ? ["Authorization": "Bearer " + Self.token] : [:]
        running = Task {
            defer { started.finish() }
            try await group.run()
        }
        var port: Int?
        for await first in ports {
            port = first
            break
        }
        self.port = try #require(port)
    }

    /// Starts a server, which the caller ends.
    static func start(
        _ scene: SampledEnvironment, log: WarningLog? = nil,
        _ configure: (inout ServerOptions) -> Void = { _ in }
    ) async throws -> RunningServer { try await RunningServer(scene, log: log, configure) }

    /// Runs a server and ends it.
    static func run(
        _ configure: (inout ServerOptions) -> Void = { _ in },
        _ body: (RunningServer) async throws -> Void
    ) async throws {
        try await SampledEnvironment.run { scene in
            let server = try await RunningServer(scene, configure)
            let result: Result<Void, any Error>
            do { result = .success(try await body(server)) } catch { result = .failure(error) }
            try await server.stop()
            try result.get()
        }
    }

    /// Ends it as a supervisor does; returns when it has ended.
    func stop() async throws {
        await group.triggerGracefulShutdown()
        try await running.value
    }

    /// One request on a connection of its own.
    func ask(
        _ path: String, _ method: String = "GET", _ headers: [String: String] = [:], body: String = ""
    ) async -> Reply {
        let wire = Wire(port)
        wire.send(request(path, method, headers.merging(["Connection": "close"]) { own, _ in own }, body: body))
        _ = await wire.readToEnd()
        return Reply(wire.heard)
    }

    /// Asks until no request to the upstreams is on its way, no feed is being refreshed, and ten answers in a row are the same.
    func settled(_ path: String) async -> Reply {
        var last = await ask(path)
        var same = 0
        for _ in 0..<2000 where same < 10 {
            try? await Task.sleep(for: .milliseconds(30))  // between two checks
            let next = await ask(path)
            let isQuiet = control.inFlightCount == 0 && !next.text.contains("data-freshness=\"refreshing\"")
            same = isQuiet && next.body == last.body ? same + 1 : 0
            last = next
        }
        return last
    }

    /// A form that a program sends.
    func post(_ path: String, _ form: String, _ headers: [String: String] = [:]) async -> Reply {
        await ask(
            path, "POST", ["Content-Type": "application/x-www-form-urlencoded"].merging(headers) { $1 }, body: form)
    }

    /// A client that follows an address.
    func follow(
        _ path: String, lastEventID: String? = nil, buffer: Int32? = nil, cookie: String? = nil,
        headers own: [String: String] = [:]
    ) -> Wire {
        let wire = Wire(port, buffer: buffer)
        var headers = ["Accept": "text/event-stream"].merging(own) { $1 }
        headers["Last-Event-ID"] = lastEventID
        headers["Cookie"] = cookie
        wire.send(request(path, "GET", headers))
        return wire
    }

    /// Waits until everything is as it should be by `/health`.
    func health(_ holds: ([String: Any]) -> Bool) async -> Bool {
        for _ in 0..<2400 {
            if holds(await ask("/health").json) { return true }
            try? await Task.sleep(for: .milliseconds(25))
        }
        return false
    }

    /// Lets time pass at the upstreams and has a feed asked.
    func refresh(_ feed: String, after seconds: Int = 120) async {
        control.advance(by: .seconds(seconds))
        _ = await post("/refresh", "feed=\(feed)", ["Accept": "application/json"])
    }

    private func request(
        _ path: String, _ method: String, _ headers: [String: String], body: String = ""
    ) -> String {
        let own = ["Host": "127.0.0.1:\(port)"].merging(credentials) { $1 }
        var fields = own.merging(headers) { $1 }.filter { !$0.value.isEmpty }
        if !body.isEmpty || method == "POST" {
            fields["Content-Length"] = fields["Content-Length"] ?? String(body.utf8.count)
        }
        return "\(method) \(path) HTTP/1.1\r\n" + fields.map { "\($0): \($1)\r\n" }.joined() + "\r\n" + body
    }
}

extension ServerOptions {
    /// Lets others reach the server, where requests of ``RunningServer`` are admitted.
    mutating func beReachable(at address: String) { (publicURL, token) = (address, RunningServer.token) }
}

extension Wire {
    /// Reads until so many events have come.
    func events(_ count: Int, within seconds: Double = 60) async -> [SentEvent] {
        await read(within: seconds) { SentEvent.all(in: $0).count >= count }
        return SentEvent.all(in: heard)
    }

    /// Reads until an event is as it should be; nil when none is in time.
    func event(within seconds: Double = 60, where holds: @escaping @Sendable (SentEvent) -> Bool) async -> SentEvent? {
        await read(within: seconds) { SentEvent.all(in: $0).contains(where: holds) }
        return SentEvent.all(in: heard).last(where: holds)
    }
}
