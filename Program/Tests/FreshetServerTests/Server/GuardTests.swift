import FeedStore
import Feeds
import Foundation
import Testing

@testable import FreshetServer

@Suite("A stranger") struct GuardTests {
    @Test(
        "A stranger who points another host name at this server is refused",
        arguments: [
            "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "",
            "localhost:x@evil.example", "localhost:80/@evil.example", "[::1]@evil.example", "localhost@evil.example",
        ])
    func foreignHost(host: String) async throws {
        try await RunningServer.run { server in
            let reply = await server.ask("/news/top", "GET", ["Host": host])
            #expect(reply.status == (host.isEmpty ? 400 : 421) && !reply.text.contains("<html"))
        }
    }

    @Test(
        "A client that uses a name of this machine or an allowed name isn't a stranger",
        arguments: [
            "localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:8080", "feeds.example", "feeds.example.:443",
        ])
    func ownHost(host: String) async throws {
        try await RunningServer.run({ ($0.allowedHosts, $0.token) = (["feeds.example"], RunningServer.token) }) {
            server in
            #expect(await server.ask("/help", "GET", ["Host": host]).status == 200)
        }
    }

    @Test("A request with two Host headers is refused")
    func twoHosts() async throws {
        try await RunningServer.run { server in
            let reply = await server.ask("/help", "GET", ["Host": "localhost\r\nHost: evil.example"])
            #expect(reply.status == 400)
        }
    }

    @Test(
        "A stranger can't change anything through a reader's browser",
        arguments: [
            ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Origin": "https://evil.example"],
            ["Origin": "null"], ["Origin": "http://127.0.0.1:1"],
        ])
    func crossSite(headers: [String: String]) async throws {
        try await RunningServer.run { server in
            let reply = await server.post("/follow", "address=octo-sample/harbor", headers)
            #expect(reply.status == 403)
            #expect(server.followed == [])
        }
    }

    @Test("A stranger is distinguished from a page of this server and from a program")
    func sameSite() async throws {
        try await RunningServer.run { server in
            for headers in [
                [:], ["Sec-Fetch-Site": "same-origin", "Origin": "https://x"],
                ["Origin": "http://127.0.0.1:\(server.port)"],
            ] { #expect(await server.post("/follow", "address=octo-sample/harbor", headers).status == 303) }
        }
    }

    @Test("A stranger without the token sees the sign-in page, and programs receive a 401")
    func token() async throws {
        try await RunningServer.run({ $0.token = "correct horse battery staple" }) { server in
            let page = await server.ask("/news/top?limit=5")
            #expect(page.status == 303 && page.headers["location"] == "/login?return=%2Fnews%2Ftop%3Flimit%3D5")
            let document = await server.ask("/api/news/top")
            #expect(document.status == 401 && document.headers["www-authenticate"] == "Bearer")
            #expect(await server.ask("/nothing").status == 401)
            #expect(await server.post("/follow", "address=a/b").status == 401)
            for path in ["/login", "/health", "/assets/page.css"] { #expect(await server.ask(path).status == 200) }
        }
    }

    @Test(
        "A stranger without the token doesn't see the followed feeds, not even on error pages",
        arguments: [
            ("GET", "/nothing", 401), ("POST", "/marks", 401), ("PUT", "/", 405), ("GET", "/unread", 403),
        ])
    func bareErrors(method: String, path: String, status: Int) async throws {
        try await RunningServer.run({ $0.token = "correct horse battery staple" }) { server in
            try server.scene.environment.follow(.news)
            var headers = ["Accept": "text/html"]
            if status == 403 { headers["Sec-Fetch-Site"] = "cross-site" }
            let refused = await server.ask(path, method, headers)
            #expect(refused.status == status && refused.text.contains("<main"))
            #expect(!refused.text.contains("/news/top"))
            let bearer = ["Accept": "text/html", "Authorization": "Bearer correct horse battery staple"]
            #expect(await server.ask("/nothing", "GET", bearer).text.contains("/news/top"))
        }
    }

    @Test("A client with the token has access: as a bearer, or with the sign-in page's cookie")
    func signIn() async throws {
        try await RunningServer.run({ $0.token = "correct horse battery staple" }) { server in
            let bearer = ["Authorization": "Bearer correct horse battery staple"]
            #expect(await server.ask("/api/news/top", "GET", bearer).status == 200)
            let reply = await server.post("/login", "token=correct+horse+battery+staple&return=/news/top")
            #expect(reply.status == 303 && reply.headers["location"] == "/news/top")
            let cookie = try #require(reply.headers["set-cookie"])
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
            let pair = String(cookie.prefix { $0 != ";" })
            #expect(await server.ask("/news/top", "GET", ["Cookie": "a=b; " + pair]).status == 200)
            let out = await server.post("/logout", "", ["Cookie": pair])
            #expect(out.headers["set-cookie"]?.contains("Max-Age=0") == true)
        }
    }

    @Test("A feed reader can send the token as a password, which the challenge explains")
    func feedReader() async throws {
        try await RunningServer.run({ $0.token = "correct horse: battery" }) { server in
            func basic(_ pair: String) -> [String: String] {
                ["Authorization": "Basic " + Data(pair.utf8).base64EncodedString()]
            }
            for path in ["/news/top.atom", "/news/top.json"] {
                let refused = await server.ask(path)
                #expect(refused.status == 401)
                #expect(refused.headers["www-authenticate"] == "Basic realm=\"Freshet\", charset=\"UTF-8\"")
                #expect(await server.ask(path, "GET", basic("anybody:correct horse: battery")).status == 200)
                #expect(await server.ask(path, "GET", basic("correct horse: battery:")).status == 401)
                #expect(await server.ask(path, "GET", ["Authorization": "Basic %%"]).status == 401)
                // A browser would open a dialog.
                let page = await server.ask(path, "GET", ["Sec-Fetch-Site": "none"])
                #expect(page.status == 303 && page.headers["www-authenticate"] == nil)
            }
            #expect(await server.ask("/api/news/top").headers["www-authenticate"] == "Bearer")
        }
    }

    @Test(
        "A stranger can't use an address of this server to redirect to another site",
        arguments: [
            "https://evil.example", "//evil.example", "/\\evil.example", "/a\nb", "evil",
        ])
    func openRedirect(path: String) async throws {
        try await RunningServer.run { server in
            let path = path.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
            #expect(await server.post("/unfollow", "address=a/b&return=\(path)").headers["location"] == "/")
        }
    }

    @Test("A configuration that others can reach is refused without a token, a password or a link that sets one")
    func refusal() async throws {
        for (address, configuration) in [
            ("0.0.0.0", ServerOptions(host: "0.0.0.0")),
            ("https://feeds.example.org", .init(publicURL: "https://feeds.example.org")),
            ("feeds.example.org (--allow-host)", .init(allowedHosts: ["feeds.example.org"])),
        ] {
            #expect(throws: FreshetServer.Refusal.open(to: address)) { try configuration.check() }
            try configuration.check(.password)
            try configuration.check(.link)
        }
        #expect(throws: FreshetServer.Refusal.weakToken(in: "FRESHET_TOKEN", isReachable: false)) {
            try ServerOptions(host: "0.0.0.0", token: "short").check()
        }
        for host in ["127.0.0.1", "127.1.2.3", "localhost", "::1", "[::1]"] {
            try ServerOptions(host: host).check()
        }
    }

    @Test(
        "A stranger can't guess the token of a server that others reach",
        arguments: [
            ("correct horse", false), ("0123456789abcdef0123456789abcde", false),
            ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false),
            ("0123456789abcdef0123456789abcdef", true), ("Zm9vYmFyYmF6cXV4MTIzND", true),
            ("correct horse battery staple", true),
        ])
    func guessable(token: String, isEnough: Bool) throws {
        for configuration in [
            ServerOptions(host: "0.0.0.0", token: token),
            .init(token: token, publicURL: "https://feeds.example.org"),
            .init(token: token, allowedHosts: ["feeds.example.org"]),
        ] {
            if isEnough {
                try configuration.check()
            } else {
                #expect(throws: FreshetServer.Refusal.weakToken(in: "FRESHET_TOKEN", isReachable: true)) {
                    try configuration.check()
                }
            }
        }
        try ServerOptions(token: token).check()
    }

    @Test("A client that sends too much is refused or disconnected")
    func tooLarge() async throws {
        try await RunningServer.run { server in
            let long = String(repeating: "x", count: 100_000)
            #expect(await server.ask("/news/top", "GET", ["X-Long": long]).status == 400)
            #expect(await server.post("/follow", "address=" + long).status == 413)
            let endless = Wire(server.port)
            endless.send("POST /follow HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Type: ")
            endless.send("application/x-www-form-urlencoded\r\n\r\n186a0\r\n" + long + "\r\n")
            #expect(await endless.readToEnd() && Reply(endless.heard).status == 413)
            let talker = Wire(server.port)
            talker.send("GET /help HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<12 { talker.send("186a0\r\n" + long + "\r\n") }
            #expect(await talker.readToEnd())
            #expect(await server.ask("/follow", "POST", ["Content-Type": "text/xml"], body: "<a/>").status == 415)
            #expect(await server.ask("/follow", "POST", ["Content-Type": "application/json"], body: "[").status == 400)
            #expect(await server.ask("/news/top").status == 200)
        }
    }

    @Test("A client beyond the limit gets a 503, and is accepted once another client has left")
    func clientLimit() async throws {
        try await RunningServer.run({ $0.maximumClients = 2 }) { server in
            var wires = [server.follow("/news/top"), server.follow("/api/planet")]
            for wire in wires { #expect(await wire.events(1).isEmpty == false) }
            let reply = await server.ask("/news/top", "GET", ["Accept": "text/event-stream"])
            #expect(reply.status == 503 && reply.headers["retry-after"] == "60")
            wires.removeFirst()
            #expect(await server.health { $0["clients"] as? Int == 1 })
            #expect(await server.follow("/news/top").events(1).isEmpty == false)
        }
    }
}
