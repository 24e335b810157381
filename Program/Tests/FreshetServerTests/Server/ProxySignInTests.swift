import FeedStore
import Feeds
import Foundation
import Testing

@testable import FreshetServer

@Suite("Sign-in by a header of a proxy") struct ProxySignInTests {
    /// Names this machine, where the tests' requests come from.
    private static func trusts(_ configuration: inout ServerOptions) {
        configuration.proxySignIn.proxies = ["127.0.0.0/8"]
    }

    @Test("A proxy's header admits its account, in any case, to pages and updates without a cookie")
    func admitted() async throws {
        try await SharedServer.run(Self.trusts) { shared in
            for name in ["anna", "Anna", " anna "] {
                let reply = await shared.server.ask("/rules", "GET", ["Remote-User": name])
                #expect(reply.status == 200 && reply.text.contains("Account: anna"), "\(name)")
                #expect(reply.headers["set-cookie"] == nil)
            }
            #expect(await shared.status("/status", ["Remote-User": "anna"]) == 403)
            #expect(await shared.status("/status", ["Remote-User": "admin"]) == 200)
            let client = shared.server.follow("/unread", headers: ["Remote-User": "anna"])
            #expect(await client.read { $0.range(of: Data("event:".utf8)) != nil })
            try shared.server.scene.environment.store.removeAccount(try #require(shared.accounts["anna"]).id)
            #expect(await client.readToEnd())
        }
    }

    @Test("A sign-in header counts from no other address, not even a proxy that forwards clients")
    func otherAddresses() async throws {
        let others: [@Sendable (inout ServerOptions) -> Void] = [
            { _ in },
            { $0.proxySignIn.proxies = ["192.0.2.0/24", "unix"] },
            {
                $0.proxySignIn.proxies = ["192.0.2.1"]
                ($0.publicURL, $0.proxies) = ("https://feeds.example.org", ["127.0.0.1"])
            },
        ]
        for configure in others {
            try await SharedServer.run(configure) { shared in
                for headers in [["Remote-User": "admin"], ["Remote-User": "admin", "X-Forwarded-For": "192.0.2.1"]] {
                    #expect(await shared.status("/rules", headers) == 303)
                    #expect(await shared.status("/api/unread", headers) == 401)
                }
            }
        }
    }

    @Test("A page's check of the sign-in is answered with 401 without the proxy's header, not a redirect")
    func check() async throws {
        try await SharedServer.run(Self.trusts) { shared in
            let headers = ["Accept": "application/json"]
            let named = await shared.server.ask(
                "/unread?limit=1", "HEAD", headers.merging(["Remote-User": "anna"]) { $1 })
            #expect(named.status == 200 && named.body.isEmpty)
            #expect(await shared.server.ask("/unread?limit=1", "HEAD", headers).status == 401)
        }
    }

    @Test("Proxy sign-in reads the configured header alone, and refuses a repeated one")
    func header() async throws {
        try await SharedServer.run {
            Self.trusts(&$0)
            $0.proxySignIn.header = "X-Auth-Name"
        } _: { shared in
            #expect(await shared.status("/rules", ["X-Auth-Name": "otto"]) == 200)
            #expect(await shared.status("/rules", ["Remote-User": "otto"]) == 303)
            let twice = await shared.server.ask("/rules", "GET", ["X-Auth-Name": "otto", "x-auth-name": "admin"])
            #expect(twice.status == 400 && twice.text.contains("more than once"))
        }
    }

    @Test("Proxy sign-in refuses an unknown name with its page, and adds no account unless configured")
    func unknownName() async throws {
        let log = WarningLog()
        try await SharedServer.run(Self.trusts, log: log) { shared in
            let reply = await shared.server.ask("/", "GET", ["Remote-User": "eve"])
            #expect(reply.status == 403 && reply.text.contains("“eve”"))
            #expect(reply.text.contains("freshet accounts add eve") && !reply.text.contains("class=\"sidebar\""))
            let count = try shared.server.scene.environment.store.accounts().count
            #expect(count == 3)
            #expect(log.warnings.contains { $0.contains("no account for the proxy's header") && $0.contains("eve") })
        }
    }

    @Test("Proxy sign-in adds an ordinary account on its first visit if configured and the name is valid")
    func firstVisit() async throws {
        try await SharedServer.run {
            Self.trusts(&$0)
            $0.proxySignIn.addsAccounts = true
        } _: { shared in
            let store = shared.server.scene.environment.store
            let statuses = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<4 { group.addTask { await shared.status("/", ["Remote-User": "Eve"]) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == [200, 200, 200, 200])
            let eve = try store.account(named: "eve")
            #expect(!eve.isAdministrator && !eve.hasPassword)
            #expect(try store.accounts().count == 4)
            let wrong = await shared.server.ask("/", "GET", ["Remote-User": "eve<b> smith"])
            #expect(wrong.status == 403 && wrong.text.contains("No such account"))
            #expect(!wrong.text.contains("<b> smith"))
            #expect(try store.accounts().count == 4)
        }
    }

    @Test("A proxy's request without the header signs in as usual, or is refused, as configured")
    func nameless() async throws {
        try await SharedServer.run(Self.trusts) { shared in
            #expect(await shared.status("/rules", [:]) == 303)
            let cookie = try await shared.signIn("anna")
            #expect(await shared.status("/rules", ["Cookie": cookie]) == 200)
            #expect(
                await shared.server.ask("/rules", "GET", ["Cookie": cookie, "Remote-User": "otto"]).text
                    .contains("Account: otto"))
        }
        try await SharedServer.run {
            Self.trusts(&$0)
            $0.proxySignIn.refusesNameless = true
        } _: { shared in
            #expect(await shared.status("/rules", [:]) == 403)
            #expect(await shared.answer("anna", "battery staple").status == 403)
            #expect(await shared.status("/rules", ["Remote-User": "anna"]) == 200)
        }
    }

    @Test("Proxy sign-in accepts changes from pages of this server alone, without a cookie")
    func changes() async throws {
        try await SharedServer.run(Self.trusts) { shared in
            let own = ["Remote-User": "anna", "Sec-Fetch-Site": "same-origin"]
            #expect(await shared.server.post("/rules", "rule=mute+kind%3AWatchEvent", own).status == 303)
            for site in ["cross-site", "same-site"] {
                let headers = ["Remote-User": "anna", "Sec-Fetch-Site": site]
                #expect(await shared.server.post("/rules", "rule=mute+x", headers).status == 403, "\(site)")
            }
            let bare = await shared.server.post("/rules", "rule=mute+x", ["Remote-User": "anna"])
            #expect(bare.status == 403 && bare.text.contains("app password"))
            #expect(
                await shared.server.post(
                    "/rules", "rule=mute+x", ["Remote-User": "anna", "Origin": "https://evil.example"]
                ).status == 403)
        }
    }

    @Test("Proxy sign-in leaves app passwords to reader apps and to programs without the header")
    func apps() async throws {
        try await SharedServer.run(Self.trusts) { shared in
            let path = "/api/greader.php/reader/api/0/user-info"
            #expect(await shared.status(path, ["Remote-User": "anna"]) == 401)
            let now = shared.server.scene.environment.now()
            let secret = try shared.environment("anna").store.issueAppPassword(named: "Phone", at: now).text
            #expect(await shared.status("/api/unread", ["Authorization": "Bearer \(secret)"]) == 200)
        }
    }

    @Test("Signing out shows the proxy's address for it, since the proxy signs in again")
    func signOut() async throws {
        try await SharedServer.run {
            Self.trusts(&$0)
            $0.proxySignIn.signOutURL = "https://auth.example.org/logout?a=1&b=2"
        } _: { shared in
            let own = ["Remote-User": "anna", "Sec-Fetch-Site": "same-origin"]
            let reply = await shared.server.post("/logout", "", own)
            #expect(reply.status == 200 && reply.text.contains("https://auth.example.org/logout?a=1&amp;b=2"))
        }
    }

    @Test("Proxy sign-in needs a password to start, and the server stays closed without it")
    func protection() async throws {
        try await SampledEnvironment.run { scene in
            await #expect(throws: FreshetServer.Refusal.signInNeedsPassword) {
                try await RunningServer.start(scene, Self.trusts)
            }
            let store = scene.environment.store
            try store.setPassword(try PasswordHash(of: "correct horse"), keeping: nil)
            #expect(try store.admitWithoutPassword("eve", at: scene.environment.now()))
            let with = try await RunningServer.start(scene, Self.trusts)
            #expect(await with.ask("/rules", "GET", ["Remote-User": "eve"]).status == 200)
            try store.removeAccount(try store.account(named: "eve").id)
            // With the number of a change, which the server looks for.
            try scene.execute("UPDATE account SET password_hash = NULL; UPDATE sequence SET value = value + 1")
            try await waits { with.contexts.shared.accountRule.isClosed }
            #expect(await with.ask("/rules").status == 303)
            try await with.stop()
            #expect(try store.admitWithoutPasswordIsRefused())
            try store.setPassword(try PasswordHash(of: "correct horse"), keeping: nil)
            let without = try await RunningServer.start(scene)
            #expect(await without.ask("/rules", "GET", ["Remote-User": "admin"]).status == 303)
            try await without.stop()
        }
    }

    @Test("Proxy sign-in rejects addresses and headers that can't be meant")
    func configuration() throws {
        var configuration = ServerOptions()
        configuration.proxySignIn.proxies = ["10.0.0.0/33"]
        #expect(throws: FreshetServer.Refusal.badSignInProxy("10.0.0.0/33")) { try configuration.checkAddresses() }
        configuration.proxySignIn = .init()
        for header in ["", "Remote User", "Cookie", "host", "Authorization"] {
            configuration.proxySignIn.header = header
            #expect(throws: FreshetServer.Refusal.badSignInHeader(header)) { try configuration.checkAddresses() }
        }
    }
}

extension FeedStore {
    /// Whether no account can be added, because the first one has no password.
    fileprivate func admitWithoutPasswordIsRefused() throws -> Bool {
        do { return try !admitWithoutPassword("otto", at: .now) } catch AccountError.firstNeedsPassword { return true }
    }
}
