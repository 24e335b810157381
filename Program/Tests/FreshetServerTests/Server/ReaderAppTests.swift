import FeedStore
import Feeds
import Foundation
import ReaderApps
import Testing

@testable import FreshetServer

@Suite("A reader app") struct ReaderAppTests {
    private static let token = "correct-horse-battery"

    /// The answers of each API to what a program sends to be admitted.
    private func statuses(
        _ server: RunningServer, _ secret: String, user: String = "admin", _ headers: [String: String] = [:]
    ) async -> [Int] {
        let login = await server.post("/accounts/ClientLogin", "Email=\(user)&Passwd=\(secret)", headers)
        let auth = login.text.split(separator: "\n").last { $0.hasPrefix("Auth=") }?.dropFirst(5) ?? "none"
        let key = Secret(secret).fever(user: user).text
        let google = ["Authorization": "GoogleLogin auth=\(auth)"].merging(headers) { $1 }
        let fever = await server.post("/fever/?api", "api_key=\(key)", headers)
        return [
            login.status, await server.ask("/reader/api/0/tag/list", "GET", google).status,
            await server.ask("/api/greader.php/reader/api/0/token", "GET", google).status,
            await server.ask("/v1/me", "GET", ["X-Auth-Token": secret].merging(headers) { $1 }).status,
            await server.ask("/v1/me", "GET", ["Authorization": basic(user, secret)].merging(headers) { $1 }).status,
            fever.text.contains("\"auth\":1") ? 200 : 401,
        ]
    }

    private let admitted = Array(repeating: 200, count: 6), refused = Array(repeating: 401, count: 6)

    @Test("A reader app is admitted with any password without a token and a second account")
    func open() async throws {
        try await SampledEnvironment.run { scene in
            let server = try await RunningServer.start(scene)
            #expect(await statuses(server, "anything") == admitted)
            #expect(await server.ask("/v1/me").status == 200)
            try await server.stop()
        }
    }

    @Test("A reader app is admitted with the token or an app password, and with nothing else")
    func token() async throws {
        try await SampledEnvironment.run { scene in
            let server = try await RunningServer.start(scene) { $0.token = Self.token }
            #expect(await statuses(server, Self.token) == admitted)
            let store = scene.environment.store
            let secret = try store.issueAppPassword(named: "Phone", at: scene.environment.now())
            #expect(await statuses(server, secret.text) == admitted)
            #expect(await statuses(server, "wrong") == refused)
            let refusal = await server.ask("/reader/api/0/tag/list")
            #expect(refusal.status == 401 && refusal.headers["google-bad-token"] == "true")
            #expect(await server.ask("/v1/me").headers["www-authenticate"]?.hasPrefix("Basic") == true)
            #expect(await server.post("/fever/?api", "api_key=0").text == #"{"api_version":3,"auth":0}"#)
            try await server.stop()
        }
    }

    @Test("A reader app with an account's app password sees its feeds only, until it is revoked")
    func appPasswords() async throws {
        try await SharedServer.run { shared in
            let server = shared.server
            let (anna, otto) = (try shared.environment("anna"), try shared.environment("otto"))
            try otto.follow(.news)
            let secret = try anna.store.issueAppPassword(named: "Phone", at: anna.now()).text
            #expect(await statuses(server, secret, user: "anna") == admitted)
            #expect(await statuses(server, "battery staple", user: "anna") == refused)
            #expect(await server.ask("/v1/me", "GET", ["X-Auth-Token": secret]).text.contains("anna"))
            #expect(await server.ask("/v1/feeds", "GET", ["X-Auth-Token": secret]).text == "[]")
            let theirs = try #require(try otto.store.subscriptions().first)
            #expect(await server.ask("/v1/feeds/\(theirs.id)", "GET", ["X-Auth-Token": secret]).status == 404)
            try anna.store.removeAppPassword(named: "Phone")
            #expect(await statuses(server, secret, user: "anna") == refused)
        }
    }

    @Test("A reader app isn't admitted by a cookie, nor answered where another site sends its request")
    func otherSites() async throws {
        try await SharedServer.run { shared in
            let cookie = try await shared.signIn("anna")
            #expect(await shared.server.ask("/v1/me", "GET", ["Cookie": cookie]).status == 401)
            #expect(await shared.server.ask("/reader/api/0/tag/list", "GET", ["Cookie": cookie]).status == 401)
        }
        try await SampledEnvironment.run { scene in
            let server = try await RunningServer.start(scene)
            for headers in [["Sec-Fetch-Site": "cross-site"], ["Origin": "https://evil.example"]] {
                #expect(await server.ask("/v1/me", "GET", headers).status == 403)
                #expect(await server.post("/fever/?api", "api_key=0", headers).status == 403)
            }
            try await server.stop()
        }
    }

    @Test("A reader app is refused for a minute after many wrong passwords")
    func guessing() async throws {
        try await SampledEnvironment.run { scene in
            let server = try await RunningServer.start(scene) { $0.token = Self.token }
            var last = 0
            for number in 0..<30 where last != 429 {
                last = await server.ask("/v1/me", "GET", ["X-Auth-Token": "guess \(number)"]).status
            }
            #expect(last == 429)
            // The correct one is always accepted.
            #expect(await server.ask("/v1/me", "GET", ["X-Auth-Token": Self.token]).status == 200)
            try await server.stop()
        }
    }

    @Test("A reader app's marks are shown on the page immediately")
    func marks() async throws {
        try await SampledEnvironment.run { scene in
            let server = try await RunningServer.start(scene)
            try scene.environment.follow(.news)
            try await waits { try scene.environment.unreadCounts().total > 0 }
            #expect(await server.ask("/v1/users/1/mark-all-as-read", "PUT").status == 204)
            #expect(await server.ask("/api/unread").text.contains("\"total\":0"))
            try await server.stop()
        }
    }

    @Test("A reader app gets 304 for a list that it has")
    func unchanged() async throws {
        try await SampledEnvironment.run { scene in
            let server = try await RunningServer.start(scene)
            try scene.environment.follow(.news)
            for path in ["/reader/api/0/tag/list", "/reader/api/0/subscription/list", "/v1/feeds"] {
                let tag = try #require(await server.ask(path).headers["etag"])
                #expect(await server.ask(path, "GET", ["If-None-Match": tag]).status == 304)
            }
            try await server.stop()
        }
    }

    @Test("A reader app that misreads 304, as Liferea does, gets the whole list")
    func unchangedForLiferea() async throws {
        try await SampledEnvironment.run { scene in
            let server = try await RunningServer.start(scene)
            let path = "/reader/api/0/subscription/list"
            let tag = try #require(await server.ask(path).headers["etag"])
            let again = await server.ask(path, "GET", ["If-None-Match": tag, "A-IM": "feed"])
            #expect(again.status == 200 && again.text.contains("subscriptions"))
            try await server.stop()
        }
    }

    @Test("A reader app learns why no feed can be added from an address where nothing answers")
    func unreachable() async throws {
        try await SampledEnvironment.run { scene in
            let server = try await RunningServer.start(scene)
            for address in ["http://127.0.0.1:1/", "http://127.0.0.1:99999/"] {
                let added = await server.post("/reader/api/0/subscription/quickadd", "quickadd=\(address)")
                #expect(added.status == 200 && added.text.contains("\"numResults\":0"))
                for path in ["/v1/feeds", "/v1/discover"] {
                    let member = path == "/v1/feeds" ? "feed_url" : "url"
                    let refused = await server.post(path, "{\"\(member)\": \"\(address)\"}")
                    #expect([400, 502].contains(refused.status) && refused.text.contains("error_message"))
                }
                let form = "ac=subscribe&s=feed/\(address)"
                #expect([400, 502].contains(await server.post("/reader/api/0/subscription/edit", form).status))
            }
            try await server.stop()
        }
    }

    @Test("A reader app may send at most 2 MiB")
    func large() async throws {
        try await SampledEnvironment.run { scene in
            let server = try await RunningServer.start(scene)
            let ids = (1...9_999).map { "i=tag:google.com,2005:reader/item/000000000000\(10_000 + $0)" }
            let form = ids.joined(separator: "&") + "&a=user/-/state/com.google/read"
            #expect(await server.post("/reader/api/0/edit-tag", form).text == "OK")
            let padded = "client=" + String(repeating: "x", count: 1_500_000) + "&" + form
            #expect(await server.post("/reader/api/0/edit-tag", padded).text == "OK")
            let larger = String(repeating: "i=1&", count: 600_000)
            #expect(await server.post("/reader/api/0/edit-tag", larger).status == 413)
            try await server.stop()
        }
    }
}
