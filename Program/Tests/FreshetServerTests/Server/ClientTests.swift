import Foundation
import HTTPTypes
import Platform
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("One client among others") struct ClientTests {
    private static let token = "correct horse battery staple"
    private static let right = ["Authorization": "Bearer " + token]

    /// The headers of a proxy on this machine that forwards a request.
    private func from(_ address: String, _ headers: [String: String] = [:]) -> [String: String] {
        headers.merging(["Host": "feeds.example.org", "X-Forwarded-For": address]) { $1 }
    }

    @Test(
        "A client that guesses tokens is slowed down on every path, and others aren't",
        arguments: ["bearer", "password", "cookie", "login", "health"])
    func guessing(how: String) async throws {
        try await RunningServer.run({ ($0.token, $0.publicURL) = (Self.token, "https://feeds.example.org") }) {
            server in
            func guess(_ address: String) async -> Int {
                switch how {
                case "bearer":
                    await server.ask("/api/saved", "GET", from(address, ["Authorization": "Bearer guess"])).status
                case "password":
                    await server.ask(
                        "/news/top.atom", "GET", from(address, ["Authorization": "Basic Z3Vlc3M6Z3Vlc3M="])
                    )
                    .status
                case "cookie":
                    await server.ask("/", "GET", from(address, ["Cookie": "freshet-session=guess"])).status
                case "health":
                    await server.ask("/health", "GET", from(address, ["Authorization": "Bearer guess"])).status
                default: await server.post("/login", "token=guess", from(address)).status
                }
            }
            let wrong = ["bearer": 401, "password": 401, "cookie": 303, "health": 200][how] ?? 403
            for _ in 0..<20 { #expect(await guess("192.0.2.1") == wrong) }
            for _ in 0..<40 { #expect(await guess("192.0.2.1") == 429) }
            // The others aren't affected.
            #expect(await guess("192.0.2.2") == wrong)
            #expect(await server.ask("/api/saved", "GET", from("192.0.2.1", Self.right)).status == 200)
            let form = await server.post("/login", "token=correct+horse+battery+staple", from("192.0.2.1"))
            #expect(form.status == 303)
            let cookie = String(try #require(form.headers["set-cookie"]).prefix { $0 != ";" })
            #expect(await server.ask("/api/saved", "GET", from("192.0.2.1", ["Cookie": cookie])).status == 200)
        }
    }

    @Test("A client learns from /health only whether the server works, and details with the token")
    func health() async throws {
        try await RunningServer.run({ $0.token = Self.token }) { server in
            #expect(await server.ask("/health").text == #"{"status":"ok"}"#)
            let wrong = await server.ask("/health", "GET", ["Authorization": "Bearer guess"])
            #expect(wrong.status == 200 && wrong.json.keys.sorted() == ["status"])
            #expect(await server.ask("/health", "GET", Self.right).json["connections"] != nil)
        }
    }

    @Test("A client that sends headers, a body or nothing too slowly is disconnected")
    func deadlines() async throws {
        try await RunningServer.run({ ($0.idleTimeout, $0.requestTimeout) = (1, 2) }) { server in
            let silent = Wire(server.port)
            let (headers, unread, live) = (Wire(server.port), Wire(server.port), server.follow("/news/top"))
            headers.send("GET /help HTTP/1.1\r\nHost: localhost\r\nX-")
            // The answer comes, the rest of the request never does.
            unread.send("GET /help HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\nx")
            let body = Wire(server.port)
            body.send("POST /follow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\naddress=")
            for slow in [headers, unread] {
                for _ in 0..<100 where !slow.isClosed {
                    slow.send("a")
                    await slow.read(within: 0.2) { _ in false }
                }
            }
            for wire in [silent, headers, unread, body] { #expect(await wire.readToEnd()) }
            // A live client takes what is sent, so it stays.
            #expect(await live.event { $0.data.contains(#""freshness":"fresh""#) } != nil)
            #expect(await server.health { $0["clients"] as? Int == 1 })
        }
    }

    @Test("A client may use a share of the connections through a proxy; this machine may use all")
    func share() async throws {
        try await RunningServer.run({
            ($0.publicURL, $0.token) = ("https://feeds.example.org", Self.token)
            ($0.maximumClients, $0.feedsPerClient) = (400, 200)
        }) {
            server in
            func live(_ address: String) -> Wire {
                let wire = Wire(server.port)
                let headers = from(address, Self.right.merging(["Accept": "text/event-stream"]) { $1 })
                    .map { "\($0): \($1)\r\n" }.joined()
                wire.send("GET /api/news/top HTTP/1.1\r\n\(headers)\r\n")
                return wire
            }
            // An eighth of 400 + 512.
            let greedy = (0..<114).map { _ in live("192.0.2.1") }
            for wire in greedy { #expect(await wire.events(1).isEmpty == false) }
            let refused = await server.ask("/help", "GET", from("192.0.2.1"))
            #expect(refused.status == 503 && refused.headers["retry-after"] == "60")
            // A forged address comes before the one that the proxy adds.
            #expect(await server.ask("/help", "GET", from("198.51.100.7, 192.0.2.1")).status == 503)
            for address in ["192.0.2.2", "127.0.0.1"] {
                #expect(await server.ask("/help", "GET", from(address, Self.right)).status == 200, "\(address)")
            }
            #expect(await server.ask("/help", "GET", Self.right).status == 200)
            withExtendedLifetime(greedy) {}
        }
    }

    @Test("A client can open a limited number of other feeds, and any number of followed feeds")
    func feeds() async throws {
        try await RunningServer.run({
            $0.beReachable(at: "https://feeds.example.org")
            $0.feedsPerClient = 3
        }) {
            server in
            _ = await server.post("/follow", "address=octo-sample/harbor")
            let admitted = ["Accept": "text/event-stream", "Authorization": "Bearer " + RunningServer.token]
            func live(_ path: String, _ address: String) async -> (wire: Wire, status: Int) {
                let wire = Wire(server.port)
                let headers = from(address, admitted).map { "\($0): \($1)\r\n" }.joined()
                wire.send("GET \(path) HTTP/1.1\r\n\(headers)\r\n")
                await wire.read { !$0.isEmpty }
                return (wire, Reply(wire.heard).status)
            }
            var wires: [Wire] = []
            for limit in 51..<54 {
                let (wire, status) = await live("/news/top?limit=\(limit)", "192.0.2.1")
                #expect(status == 200)
                wires.append(wire)
            }
            #expect(await live("/news/top", "192.0.2.1").status == 503)
            #expect(await live("/news/top", "192.0.2.2").status == 200)
            #expect(await live("/github/octo-sample/harbor", "192.0.2.1").status == 200)
            wires.removeFirst()
            #expect(await server.health { $0["clients"] as? Int == 2 })
            #expect(await live("/news/top", "192.0.2.1").status == 200)
        }
    }
}

@Suite("The address of a client") struct ClientAddressTests {
    @Test("The address of a client is the last forwarded address that isn't a trusted proxy's")
    func forwarded() throws {
        let near = TrustedProxies([try #require(IPAddress("10.0.0.2"))], publicURL: try PublicURL("https://a.example"))
        func client(_ peer: String, _ forwarded: String?) -> String? {
            near.client(at: IPAddress(peer), forwarded.map { [.init("X-Forwarded-For")!: $0] } ?? [:])?.description
        }
        #expect(client("192.0.2.9", "192.0.2.1") == "192.0.2.9", "no proxy")
        #expect(client("127.0.0.1", nil) == "127.0.0.1")
        #expect(client("127.0.0.1", "192.0.2.1") == "192.0.2.1")
        #expect(client("127.0.0.1", "203.0.113.5, 192.0.2.1, 10.0.0.2") == "192.0.2.1")
        #expect(client("127.0.0.1", "192.0.2.1, nonsense") == "127.0.0.1")
        #expect(
            TrustedProxies([], publicURL: nil).client(
                at: IPAddress("127.0.0.1"), [.init("X-Forwarded-For")!: "192.0.2.1"])?
                .isLoopback == true)
    }

    @Test("The address of a trusted proxy must be an IP address")
    func refused() {
        #expect(throws: FreshetServer.Refusal.badProxy("proxy")) {
            try ServerOptions(proxies: ["proxy"]).check()
        }
    }
}
