import Foundation
import Freshet
import SampleUpstreams
import Synchronization
import Testing

@testable import FreshetServer

@Suite("A browser that signs in") struct SessionTests {
    private static let token = "correct horse battery staple"

    /// Runs a server with a token, whose sessions are kept in its store's folder.
    private func run(_ body: (RunningServer, SignIns) async throws -> Void) async throws {
        try await SampledEnvironment.run { scene in
            let server = try await RunningServer.start(scene) {
                ($0.token, $0.sessionFolder) = (Self.token, scene.folder)
            }
            let result: Result<Void, any Error>
            do { result = .success(try await body(server, SignIns(server: server))) } catch { result = .failure(error) }
            try await server.stop()
            try result.get()
        }
    }

    @Test(
        "A browser is named by its program and system",
        arguments: [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0",
                "Edge on Windows"
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
                "Safari on iPhone"
            ),
            (
                "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36",
                "Chrome on Android"
            ), ("curl/8.5.0", "curl/8.5.0"), (nil, "Unknown browser"),
        ] as [(String?, String)])
    func browserName(agent: String?, name: String) {
        #expect(BrowserName(userAgent: agent).text == name)
    }

    @Test("A browser gets a random secret, whose hash is stored in a file that only its owner can read")
    func secret() async throws {
        try await run { server, browsers in
            let (one, other) = (try await browsers.signIn(), try await browsers.signIn())
            #expect(one != other)
            let file = server.scene.folder.appending(path: "sessions.json")
            let text = try String(contentsOf: file, encoding: .utf8)
            for cookie in [one, other] {
                let secret = try #require(cookie.split(separator: "=").last)
                #expect(secret.count == 64 && !cookie.contains("correct"))
                #expect(!text.contains(secret) && !text.contains("correct"))
            }
            let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(permissions == 0o600)
        }
    }

    @Test("A browser signs out alone: other browsers stay signed in")
    func signOut() async throws {
        try await run { server, browsers in
            let (one, other) = (try await browsers.signIn(), try await browsers.signIn())
            #expect(await server.post("/logout", "", ["Cookie": one]).status == 303)
            #expect(await browsers.mayRead(one) == false)
            #expect(await browsers.mayRead(other))
        }
    }

    @Test("A browser stays signed in when the server restarts, unless the token has changed")
    func restart() async throws {
        try await SampledEnvironment.run { scene in
            var cookie = ""
            for (token, mayRead) in [(Self.token, true), (Self.token, true), ("another secret token", false)] {
                let server = try await RunningServer.start(scene) {
                    ($0.token, $0.sessionFolder) = (token, scene.folder)
                }
                let browsers = SignIns(server: server)
                if cookie.isEmpty { cookie = try await browsers.signIn() }
                #expect(await browsers.mayRead(cookie) == mayRead)
                try await server.stop()
            }
        }
    }

    @Test("A browser isn't listed after the server has started with another token")
    func former() async throws {
        try await SampledEnvironment.run { scene in
            for token in ["another secret token", Self.token] {
                let server = try await RunningServer.start(scene) {
                    ($0.token, $0.sessionFolder) = (token, scene.folder)
                }
                #expect(try Sessions(folder: scene.folder).list().isEmpty)
                let form = "token=" + token.replacing(" ", with: "+")
                #expect(await server.post("/login", form).status == 303)
                try await server.stop()
            }
            let again = try await RunningServer.start(scene) {
                ($0.token, $0.sessionFolder) = (Self.token, scene.folder)
            }
            #expect(try Sessions(folder: scene.folder).list().count == 1)
            try await again.stop()
        }
    }

    @Test("A browser is rejected while sessions can't be read, and keeps its cookie and session")
    func unreadable() async throws {
        try await run { server, browsers in
            let cookie = try await browsers.signIn()
            let live = Wire(server.port)
            live.send(
                "GET /news/top HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nCookie: \(cookie)\r\n\r\n")
            #expect(await live.events(1).isEmpty == false)
            let files = FileManager.default
            let file = server.scene.folder.appending(path: "sessions.json")
            let kept = server.scene.folder.appending(path: "kept.json")
            try files.moveItem(at: file, to: kept)
            try files.createDirectory(at: file, withIntermediateDirectories: false)

            for path in ["/api/saved", "/saved", "/nothing"] {
                let reply = await server.ask(path, "GET", ["Cookie": cookie])
                #expect(reply.status == 503 && reply.headers["set-cookie"] == nil)
            }
            // What it was sent live may be revoked by now, too.
            #expect(await live.read { $0.suffix(5) == Data("0\r\n\r\n".utf8) })
            let signIn = await server.post(
                "/login", "token=correct+horse+battery+staple", ["Accept": "application/json"])
            #expect(signIn.status == 500 && signIn.text.contains("The server's log has the reason."))
            #expect(!signIn.text.contains("Cocoa") && !signIn.text.contains("sessions.json"))
            #expect(throws: SessionFileError.self) { try Sessions(folder: server.scene.folder).revokeAll() }
            let bearer = ["Authorization": "Bearer correct horse battery staple"]
            #expect(await server.ask("/api/saved", "GET", bearer).status == 200)

            try files.removeItem(at: file)
            try files.moveItem(at: kept, to: file)
            #expect(await browsers.mayRead(cookie))
        }
    }

    @Test("A browser must sign in again after the sessions file was damaged and replaced")
    func damaged() async throws {
        try await run { server, browsers in
            let cookie = try await browsers.signIn()
            try Data("[{\"id\":".utf8).write(to: server.scene.folder.appending(path: "sessions.json"))
            #expect(await server.ask("/api/saved", "GET", ["Cookie": cookie]).status == 401)
            #expect(await browsers.mayRead(try await browsers.signIn()))
        }
    }

    @Test("A browser is listed with its address and name, and signed out if its session is revoked")
    func revoked() async throws {
        try await run { server, browsers in
            let (one, other) = (try await browsers.signIn("Lynx/2.9"), try await browsers.signIn())
            let live = Wire(server.port)
            live.send(
                "GET /news/top HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nCookie: \(one)\r\n\r\n")
            #expect(await live.events(1).isEmpty == false)
            let elsewhere = Sessions(folder: server.scene.folder)
            let session = try #require(try elsewhere.list().first { $0.browser == "Lynx/2.9" })
            #expect(session.address == "127.0.0.1")
            #expect(try elsewhere.revoke("00000000") == false)
            #expect(try elsewhere.revoke(session.id))
            #expect(await browsers.mayRead(one) == false)
            #expect(await browsers.mayRead(other))
            // Its live updates end, too.
            #expect(await live.read { $0.suffix(5) == Data("0\r\n\r\n".utf8) })
            #expect(try elsewhere.revokeAll() == 1)
            #expect(await browsers.mayRead(other) == false)
        }
    }

    @Test("A session that ends before its live updates begin ends them as one that ends later")
    func ended() throws {
        let sessions = Sessions(folder: nil, token: Self.token) { Date() }
        _ = try sessions.start(address: nil, browser: nil)
        let id = try #require(try sessions.list().first?.id)
        let end = sessions.end(of: id)
        let ends = Mutex(0)
        let early = end.subscribe(onNext: { ends.withLock { $0 += 1 } })
        #expect(ends.withLock { $0 } == 0)
        #expect(try sessions.revoke(id))
        #expect(ends.withLock { $0 } == 1)
        let late = end.subscribe(onNext: { ends.withLock { $0 += 1 } })
        #expect(ends.withLock { $0 } == 2)
        early.dispose()
        late.dispose()
    }

    @Test("A browser whose session has ended is told to drop its cookie")
    func dropped() async throws {
        try await run { server, browsers in
            let cookie = try await browsers.signIn()
            _ = try Sessions(folder: server.scene.folder).revokeAll()
            let reply = await server.ask(
                "/news/top", "GET", ["Cookie": cookie + "; freshet-token=correct%20horse%20battery%20staple"])
            #expect(reply.status == 303 && reply.headers["location"]?.hasPrefix("/login") == true)
            #expect(reply.headers["set-cookie"]?.contains("Max-Age=0") == true)
        }
    }

    @Test("A browser over TLS gets a cookie that only this host may set and read")
    func hostPrefix() async throws {
        let address = "https://feeds.example.org"
        try await RunningServer.run({ ($0.publicURL, $0.token) = (address, Self.token) }) { server in
            let reply = await server.post("/login", "token=correct+horse+battery+staple", ["Host": "feeds.example.org"])
            let cookie = try #require(reply.headers["set-cookie"])
            #expect(cookie.hasPrefix("__Host-freshet-session=") && cookie.contains("; Path=/;"))
            #expect(cookie.contains("; Secure") && !cookie.contains("Domain"))
            let pair = String(cookie.prefix { $0 != ";" })
            #expect(await server.ask("/api/saved", "GET", ["Cookie": pair]).status == 200)
        }
    }

    @Test("A browser has to sign in again after 90 days without use")
    func expiry() async throws {
        try await run { server, browsers in
            let cookie = try await browsers.signIn()
            server.control.advance(by: .seconds(89 * 86_400))
            #expect(await browsers.mayRead(cookie))
            server.control.advance(by: .seconds(89 * 86_400))
            #expect(await browsers.mayRead(cookie))
            server.control.advance(by: .seconds(91 * 86_400))
            #expect(await browsers.mayRead(cookie) == false)
        }
    }
}

/// What browsers do at a server whose token is “correct horse battery staple”.
private struct SignIns {
    let server: RunningServer

    /// Signs in; returns the cookie.
    func signIn(_ browser: String = "Browser/1") async throws -> String {
        let reply = await server.post("/login", "token=correct+horse+battery+staple", ["User-Agent": browser])
        #expect(reply.status == 303)
        return String(try #require(reply.headers["set-cookie"]).prefix { $0 != ";" })
    }

    func mayRead(_ cookie: String) async -> Bool {
        await server.ask("/api/saved", "GET", ["Cookie": cookie]).status == 200
    }
}
