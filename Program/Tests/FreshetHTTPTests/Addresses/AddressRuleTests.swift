import Foundation
import Freshet
import HTTPTypes
import NIOCore
import Testing

@testable import FreshetHTTP

@Suite("A request that an upstream leads elsewhere", .soon) struct AddressRuleTests {
    private func failure(
        _ url: URL, _ bounds: RequestBounds = RequestBounds(), _ client: HTTPClient = HTTPClient()
    ) async throws -> HTTPError {
        try await FreshetHTTPTests.failure(
            of: client.response(for: HTTPRequest(get: url), purpose: .other.bounded(bounds)))
    }

    /// The requests that a server got which redirects to the same path of another host.
    private func heads(redirectingTo host: String, _ client: HTTPClient = HTTPClient()) async throws -> [String] {
        var heads: [String] = []
        try await withRawServer { connection in
            if connection.head.contains(" /end ") { return connection.answer() }
            connection.answer(302, ["Location": "http://\(host):\(connection.head.port)/end"])
        } _: { server in
            let error = try await failure(server.url(), RequestBounds(), client)
            guard case .refusedAddress(_, .privateNetwork) = error else {
                Issue.record("\(host): \(error)")
                return
            }
            heads = server.heads
        }
        return heads
    }

    @Test(
        "A request that an upstream leads elsewhere never reaches a private address, in any form",
        arguments: [
            "localhost", "127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]",
            "[::]", "10.0.0.1", "169.254.169.254",
        ])
    func privateAddress(host: String) async throws {
        #expect(try await heads(redirectingTo: host).count == 1)
    }

    @Test("A request never reaches a private address that a name resolves to on connecting")
    func rebinding() async throws {
        let client = HTTPClient(
            configuration: .init(), resolver: HostResolver { _ in [try SocketAddress(ipAddress: "1.1.1.1", port: 0)] })
        #expect(try await heads(redirectingTo: "localhost", client).count == 1)
        // The pool has taken no harm.
        #expect(try await heads(redirectingTo: "localhost", client).count == 1)
    }

    @Test("A request is refused if one of several addresses is private") func severalAddresses() async throws {
        let client = HTTPClient(
            configuration: .init(),
            resolver: HostResolver { _ in
                [try SocketAddress(ipAddress: "1.1.1.1", port: 0), try SocketAddress(ipAddress: "10.1.1.1", port: 0)]
            })
        let url = try #require(URL(string: "http://several.invalid/"))
        let error = try await failure(url, RequestBounds(privateOrigins: []), client)
        #expect(error == .refusedAddress(url, .privateNetwork))
    }

    @Test("A request isn't sent to a name that only a proxy knows, unless a person gave it")
    func proxyName() async throws {
        try await withRawServer {
            $0.answer()
        } _: { proxy in
            let client = HTTPClient(
                configuration: .init(proxies: Proxies(environment: ["http_proxy": proxy.url().absoluteString])),
                resolver: HostResolver { _ in [] })
            let url = try #require(URL(string: "http://intranet/"))
            let error = try await failure(url, RequestBounds(privateOrigins: []), client)
            #expect(error == .refusedAddress(url, .unknownNetwork) && proxy.heads.isEmpty)
        }
    }

    /// The outcome of a request that is redirected to a host that only the proxy knows, and the hosts that the proxy was asked for.
    private func proxied(_ bounds: RequestBounds, to target: String) async throws -> (
        Result<HTTPReply, any Error>, [String]
    ) {
        var result: (Result<HTTPReply, any Error>, [String])?
        try await withRawServer { connection in
            // The tunnels end here: it is the servers, too.
            if connection.head.hasPrefix("CONNECT ") || connection.head.hasPrefix("GET /end ") {
                return connection.answer()
            }
            connection.answer(302, ["Location": target])
        } _: { proxy in
            let client = HTTPClient(
                configuration: .init(proxies: Proxies(environment: ["http_proxy": proxy.url().absoluteString])),
                resolver: HostResolver { host in
                    host == "private.invalid" ? [try SocketAddress(ipAddress: "10.1.1.1", port: 0)] : []
                })
            let url = try #require(URL(string: "http://given.invalid/"))
            let request = client.response(for: HTTPRequest(get: url), purpose: .other.bounded(bounds))
            let outcome: Result<HTTPReply, any Error>
            do { outcome = .success(try await request.value) } catch { outcome = .failure(error) }
            let asked = proxy.heads.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
            result = (outcome, asked.filter { $0.hasSuffix(":80") })
        }
        return try #require(result)
    }

    @Test("A request reaches a name that only a proxy knows if a person gave the redirecting address")
    func proxiedRedirect() async throws {
        let given = try #require(URL(string: "http://given.invalid/"))
        let end = "http://elsewhere.invalid/end"
        let (allowed, asked) = try await proxied(
            RequestBounds(privateOrigins: [given], reachesUnknownNetworks: true), to: end)
        let reply = try allowed.get()
        #expect(reply.url.absoluteString == end && reply.isPrivate)
        #expect(asked == ["given.invalid:80", "elsewhere.invalid:80"])
        let (refused, _) = try await proxied(RequestBounds(privateOrigins: [given]), to: end)
        let url = try #require(URL(string: end))
        #expect(throws: HTTPError.refusedAddress(url, .unknownNetwork)) { try refused.get() }
        #expect(
            HTTPError.refusedAddress(url, .unknownNetwork).description.hasPrefix("Only the proxy can look up elsewhere")
        )
        // An address that is known to be private stays refused.
        let secret = try #require(URL(string: "http://private.invalid/end"))
        let (known, _) = try await proxied(
            RequestBounds(privateOrigins: [given], reachesUnknownNetworks: true), to: secret.absoluteString)
        #expect(throws: HTTPError.refusedAddress(secret, .privateNetwork)) { try known.get() }
    }

    @Test("A request ends at its deadline, regardless of the duration of its host's look-up")
    func endlessLookup() async throws {
        let end = DispatchSemaphore(value: 0)
        defer { end.signal() }
        let resolver = HostResolver.blocking { _ in
            end.wait()
            end.signal()
            return []
        }
        let limits = HTTPClient.Limits(connect: .seconds(600), firstByte: .seconds(600), whole: .milliseconds(50))
        let client = HTTPClient(configuration: .init(limits: limits), resolver: resolver)
        let url = try #require(URL(string: "http://slow.invalid/"))
        let error = try await failure(url, RequestBounds(privateOrigins: []), client)
        #expect(error == .timedOut(url, phase: .whole))
    }

    @Test("A request isn't sent to a private address that an upstream's answer contains")
    func discovered() async throws {
        try await withRawServer {
            $0.answer()
        } _: { server in
            let page = try #require(URL(string: "https://example.com/page"))
            let error = try await failure(server.url(), RequestBounds(privateOrigins: [page]))
            #expect(error == .refusedAddress(server.url(), .privateNetwork) && server.heads.isEmpty)
        }
    }

    @Test("A request reaches private addresses that a person gave") func given() async throws {
        try await withRawServer { connection in
            if connection.head.contains(" /end ") { return connection.answer() }
            connection.answer(302, ["Location": "http://localhost:\(connection.head.port)/end"])
        } _: { server in
            let bounds = RequestBounds(privateOrigins: [server.url(), server.url(host: "localhost")])
            let reply = try await HTTPClient().response(
                for: HTTPRequest(get: server.url()), purpose: .other.bounded(bounds)
            ).value
            #expect(reply.url == server.url("/end", host: "localhost"))
        }
    }

    @Test("A request never continues without encryption") func downgrade() throws {
        let secure = try #require(URL(string: "https://example.com/feed"))
        let plain = try #require(URL(string: "http://example.com/feed"))
        let redirect = try Redirect(.get, secure, [:])
        #expect(throws: HTTPError.refusedAddress(plain, .insecure(from: "example.com"))) {
            try redirect.next(.movedPermanently, [.location: plain.absoluteString])
        }
        #expect(try Redirect(.get, plain, [:]).next(.found, [.location: secure.absoluteString])?.url == secure)
    }

    @Test("A request is checked against its own rule before each hop") func rule() async throws {
        try await withRawServer {
            $0.answer(302, ["Location": "/end"])
        } _: { server in
            let bounds = RequestBounds { $0.path() == "/" }
            let error = try await failure(server.url(), bounds)
            #expect(error == .refusedAddress(server.url("/end"), .notAllowed) && server.heads.count == 1)
        }
    }

    @Test("A request reads no more than its purpose needs") func body() async throws {
        try await withRawServer {
            $0.answer(200, [:], String(repeating: "x", count: 100))
        } _: { server in
            let error = try await failure(server.url(), RequestBounds(body: 99))
            #expect(error == .tooLarge(server.url(), limit: 99))
        }
    }
}

extension String {
    /// The port in a request's `Host`.
    fileprivate var port: Int {
        let host = split(separator: "\r\n").first { $0.lowercased().hasPrefix("host:") }
        return host.flatMap { $0.split(separator: ":").last }.flatMap { Int($0) } ?? 0
    }
}
