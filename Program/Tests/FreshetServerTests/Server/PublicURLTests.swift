import Foundation
import Testing

@testable import FreshetServer

@Suite("A public address") struct PublicURLTests {
    private static let address = "https://feeds.example.org"

    @Test(
        "A public address has a scheme, a host and an optional port, written as browsers write them",
        arguments: [
            ("https://feeds.example.org", "https://feeds.example.org"),
            ("https://feeds.example.org/", "https://feeds.example.org"),
            ("HTTPS://Feeds.Example.ORG:443", "https://feeds.example.org"), ("http://a:80", "http://a"),
            ("https://a:8443", "https://a:8443"), ("http://192.0.2.1:8080", "http://192.0.2.1:8080"),
            ("https://[2001:DB8::1]:444", "https://[2001:db8::1]:444"),
            ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example"),
        ])
    func read(text: String, origin: String) throws { #expect(try PublicURL(text).origin == origin) }

    @Test(
        "A public address can have a path, which keeps its case",
        arguments: [
            ("https://example.org/freshet", "https://example.org/freshet"),
            ("HTTPS://Example.org:443/Freshet/", "https://example.org/Freshet"),
            ("http://[::1]:8080/a/b", "http://[::1]:8080/a/b"), ("https://example.org/", "https://example.org"),
        ])
    func path(text: String, address: String) throws { #expect(try PublicURL(text).address == address) }

    @Test(
        "A public address is refused if invalid, and the error explains how to write it",
        arguments: [
            ("feeds.example.org", "https://"), ("ftp://a", "https://"), ("", "https://"), ("https://", "host"),
            ("https:///", "host"),
            ("https://bücher.example", "xn--"), ("https://a b", "host"), ("https://a..b", "host"),
            ("https://-a", "host"),
            ("https://[x]", "host"), ("https://a:0", "port"), ("https://a:65536", "port"), ("https://a:", "port"),
            ("https://a:8x", "port"),
            ("https://me@a", "@"), ("https://a?x", "“?x”"), ("https://a/freshet?x", "“?x”"),
            ("https://a/freshet#x", "“#x”"), ("https://a/freshet/?", "“?”"), ("https://a/../b", "“/../b”"),
            ("https://a//b", "“//b”"), ("https://a/b c", "“/b c”"), ("https://a/%61", "“/%61”"),
            ("https://a\r\nX: y", "host"),
        ])
    func refused(text: String, word: String) {
        let error = #expect(throws: FreshetServer.Refusal.self) {
            try ServerOptions(publicURL: text).checkAddresses()
        }
        #expect(error?.description.contains("“\(text)” isn't a public address") == true)
        #expect(error?.description.contains(word) == true)
    }

    @Test(
        "A public address is used for links in feeds regardless of the host, which is accepted",
        arguments: [".atom", ".json"])
    func links(form: String) async throws {
        try await RunningServer.run({ $0.beReachable(at: Self.address) }) { server in
            for host in ["feeds.example.org", "127.0.0.1:\(server.port)"] {
                let reply = await server.ask("/news/top\(form)?limit=2", "GET", ["Host": host])
                #expect(reply.status == 200 && reply.text.contains("\(Self.address)/news/top\(form)?limit=2"))
                #expect(!reply.text.contains("127.0.0.1"))
            }
            #expect(await server.ask("/help", "GET", ["Host": "evil.example.org"]).status == 421)
        }
    }

    @Test(
        "A public address is accepted as the origin of forms, with or without the Host of a proxy",
        arguments: ["feeds.example.org", "feeds.example.org:8443", ""])
    func ownForms(host: String) async throws {
        try await RunningServer.run({ $0.beReachable(at: Self.address) }) { server in
            var headers = ["Origin": Self.address]
            if !host.isEmpty { headers["Host"] = host }
            #expect(await server.post("/follow", "address=octo-sample/harbor", headers).status == 303)
        }
    }

    @Test(
        "A public address excludes forms of other origins, including the same host without TLS",
        arguments: ["http://feeds.example.org", "https://feeds.example.org:8443", "https://evil.example.org", "null"])
    func foreignForms(origin: String) async throws {
        try await RunningServer.run({ $0.beReachable(at: Self.address) }) { server in
            let headers = ["Host": "feeds.example.org", "Origin": origin]
            #expect(await server.post("/follow", "address=octo-sample/harbor", headers).status == 403)
            #expect(server.followed == [])
        }
    }

    @Test("A public address with TLS restricts the cookies of its sessions to TLS")
    func cookie() async throws {
        let token = "correct horse battery staple"
        try await RunningServer.run({ ($0.publicURL, $0.token) = (Self.address, token) }) { server in
            func isSecure(_ headers: [String: String]) async -> Bool {
                await server.post("/login", "token=correct+horse+battery+staple", headers).headers["set-cookie"]?
                    .contains(
                        "; Secure") == true
            }
            #expect(await isSecure(["Host": "feeds.example.org"]))
            #expect(await isSecure(["Origin": Self.address]))
            #expect(await isSecure(["Origin": "http://127.0.0.1:\(server.port)"]) == false)
        }
    }

    @Test("A public address is optional if a proxy on this machine reports TLS")
    func forwarded() async throws {
        try await RunningServer.run({ ($0.allowedHosts, $0.token) = (["feeds.example.org"], RunningServer.token) }) {
            server in
            let host = ["Host": "feeds.example.org"]
            let told = await server.ask("/news/top.atom", "GET", host.merging(["X-Forwarded-Proto": "https"]) { $1 })
            #expect(told.text.contains("\"\(Self.address)/news/top.atom\""))
            #expect(
                await server.ask("/news/top.atom", "GET", host).text.contains(
                    "\"http://feeds.example.org/news/top.atom\""))
        }
    }
}
