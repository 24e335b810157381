import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Synchronization
import Testing

@testable import FreshetServer

/// A server with the accounts of ``SharedServer``, and a provider.
private struct Scene: Sendable {
    let shared: SharedServer
    let provider: FakeProvider

    static func run(
        log: WarningLog? = nil, _ configure: (inout ServerOptions.OpenIDSignIn) -> Void = { _ in },
        server configureServer: (inout ServerOptions) -> Void = { _ in },
        _ body: (Scene) async throws -> Void
    ) async throws {
        let provider = FakeProvider()
        try await SharedServer.run(
            {
                var openID = ServerOptions.OpenIDSignIn(
                    issuer: FakeProvider.issuer, clientID: FakeProvider.clientID, clientSecret: FakeProvider.secret)
                openID.name = "Example ID"
                configure(&openID)
                $0.openID = openID
                configureServer(&$0)
            }, provider: provider, log: log
        ) { shared in
            provider.change { $0.now = shared.server.scene.environment.now() }
            try await body(Scene(shared: shared, provider: provider))
        }
    }

    /// A browser that has begun.
    func begin(_ path: String = "/login/openid?return=/rules", _ headers: [String: String] = [:]) async throws -> (
        address: String, cookie: String
    ) {
        let reply = await shared.server.ask(path, "GET", headers)
        #expect(reply.status == 303)
        let cookie = try #require(reply.headers["set-cookie"])
        #expect(cookie.contains("HttpOnly; SameSite=Lax") && cookie.contains("Max-Age=600"))
        return (try #require(reply.headers["location"]), String(cookie.prefix { $0 != ";" }))
    }

    func comeBack(_ query: String, _ cookie: String) async -> Reply {
        let headers = [
            "Cookie": cookie, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate",
            "Sec-Fetch-Dest": "document",
        ]
        return await shared.server.ask("/login/openid/callback?" + query, "GET", headers)
    }

    /// The whole sign-in.
    func signIn() async throws -> Reply {
        let (address, cookie) = try await begin()
        return await comeBack(provider.agree(to: address), cookie)
    }

    /// The name that the page shows after a sign-in; nil if it was refused.
    func signedIn() async throws -> String? {
        let reply = try await signIn()
        guard reply.status == 200, let cookie = reply.session else { return nil }
        let page = await shared.server.ask("/rules", "GET", ["Cookie": cookie]).text
        return ["admin", "anna", "otto", "eve"].first { page.contains("Account: \($0)") }
    }

    func store(_ name: String) throws -> FeedStore { try shared.environment(name).store }

    /// Links the user to an account.
    func link(_ subject: String, to name: String) throws {
        let now = shared.server.scene.environment.now()
        #expect(try store(name).link(issuer: FakeProvider.issuer, subject: subject, name: "X", at: now))
    }
}

extension Reply {
    /// The cookie of a session that the response starts.
    fileprivate var session: String? {
        let prefix = "freshet-session="
        return cookies.first { $0.hasPrefix(prefix) && !$0.hasPrefix(prefix + ";") }.map {
            String($0.prefix { $0 != ";" })
        }
    }
}

@Suite("Sign-in by an OpenID provider") struct OpenIDTests {
    @Test("An OpenID sign-in opens the linked account by a code, and leads back to the page")
    func linked() async throws {
        try await Scene.run { (scene: Scene) async throws in
            try scene.link("user-1", to: "anna")
            let form = await scene.shared.server.ask("/login?return=/rules").text
            #expect(form.contains("Sign in with Example ID") && form.contains("/login/openid?return=%2Frules"))
            let (address, cookie) = try await scene.begin()
            let query = FakeProvider.query(address)
            #expect(address.hasPrefix("https://provider.example/authorize?"))
            #expect(query["response_type"] == "code" && query["code_challenge_method"] == "S256")
            #expect(query["client_id"] == FakeProvider.clientID && query["scope"] == "openid profile")
            #expect(query["redirect_uri"]?.hasSuffix("/login/openid/callback") == true)
            for secret in ["state", "nonce", "code_challenge"] {
                #expect(!cookie.contains(try #require(query[secret])))
            }
            let reply = await scene.comeBack(scene.provider.agree(to: address), cookie)
            #expect(reply.status == 200 && reply.headers["refresh"] == "0; url=/rules")
            let session = try #require(reply.session)
            #expect(
                await scene.shared.server.ask("/rules", "GET", ["Cookie": session]).text.contains("Account: anna"))
            let exchange = try #require(scene.provider.state.withLock { $0.requests.first { $0.path == "/token" } })
            let basic = "freshet%20client:s3cret%20of%20%2B%20the%20client"
            #expect(exchange.authorization == "Basic " + Data(basic.utf8).base64EncodedString())
            #expect(!exchange.form.contains("s3cret"))
        }
    }

    @Test("An OpenID sign-in accepts ES256, and sends the secret in the form or none, as needed")
    func variants() async throws {
        try await Scene.run { (scene: Scene) async throws in
            try scene.link("user-1", to: "anna")
            scene.provider.change {
                ($0.key, $0.published, $0.methods) = (FakeProvider.curve, [FakeProvider.curve], ["client_secret_post"])
            }
            #expect(try await scene.signedIn() == "anna")
            #expect(scene.provider.state.withLock { $0.requests.contains { $0.form.contains("client_secret=s3cret") } })
        }
        try await Scene.run {
            $0.clientSecret = nil
        } _: { (scene: Scene) async throws in
            try scene.link("user-1", to: "anna")
            #expect(try await scene.signedIn() == "anna")
            let exchange = try #require(scene.provider.state.withLock { $0.requests.first { $0.path == "/token" } })
            #expect(exchange.authorization == nil && exchange.form.contains("client_id=freshet%20client"))
        }
    }

    /// Tokens that must be refused, with a part of the reason.
    private static let forged: [(String, @Sendable (inout FakeProvider.State) -> Void)] = [
        ("another sign-in", { $0.change = { $0["nonce"] = "other" } }),
        ("another sign-in", { $0.change = { $0["nonce"] = nil } }),
        ("expired", { $0.change = { $0["exp"] = ($0["iat"] as? Double ?? 0) - 61 } }),
        ("say when it expires", { $0.change = { $0["exp"] = nil } }),
        ("from the future", { $0.change = { $0["iat"] = ($0["iat"] as? Double ?? 0) + 120 } }),
        ("another client", { $0.change = { $0["aud"] = "other" } }),
        ("another client", { $0.change = { $0["aud"] = [FakeProvider.clientID, "other"] } }),
        ("another client", { $0.change = { $0["azp"] = "other" } }),
        ("another issuer", { $0.change = { $0["iss"] = "https://other.example" } }),
        ("names no user", { $0.change = { $0["sub"] = nil } }),
        ("signed with none", { ($0.head, $0.sign) = (["alg": "none"], { _ in Data() }) }),
        (
            "signed with HS256",
            {
                $0.head = ["alg": "HS256"]
                $0.sign = { Data($0.hmac(.sha256, key: FakeProvider.secret)) }
            }
        ),
        ("key is unknown", { $0.sign = { FakeProvider.second.signature(of: $0) } }),
        ("key is unknown", { $0.head = ["alg": "ES256", "kid": "first"] }),
        ("critical", { $0.head = ["alg": "RS256", "kid": "first", "crit": "x"] }),
    ]

    @Test(
        "An OpenID sign-in refuses tokens that are forged, expired, or of other sign-ins or parties",
        arguments: forged.indices)
    func refused(index: Int) async throws {
        let (reason, forge) = Self.forged[index]
        try await Scene.run { (scene: Scene) async throws in
            try scene.link("user-1", to: "anna")
            scene.provider.change(forge)
            let reply = try await scene.signIn()
            #expect(reply.status == 403 && reply.session == nil)
            #expect(reply.text.contains(reason) || reason == "critical", "\(reply.text)")
        }
    }

    @Test("An unknown OpenID key is looked up again, but not for each forged token")
    func rotatedKey() async throws {
        try await Scene.run { (scene: Scene) async throws in
            try scene.link("user-1", to: "anna")
            #expect(try await scene.signedIn() == "anna")
            scene.provider.change { ($0.key, $0.published) = (FakeProvider.second, [FakeProvider.first]) }
            #expect(try await scene.signIn().status == 403)
            #expect(scene.provider.count("/keys") == 2)
            scene.provider.change { $0.published = [FakeProvider.second] }
            #expect(try await scene.signIn().status == 403)
            #expect(scene.provider.count("/keys") == 2)
            scene.shared.server.control.advance(by: .seconds(11))
            #expect(try await scene.signedIn() == "anna")
            #expect(scene.provider.count("/keys") == 3)
        }
    }

    @Test("An OpenID sign-in ends only in the browser that began it, once, within ten minutes")
    func state() async throws {
        let log = WarningLog()
        try await Scene.run(log: log) { (scene: Scene) async throws in
            try scene.link("user-1", to: "anna")
            let (address, cookie) = try await scene.begin()
            let (_, otherCookie) = try await scene.begin()
            let query = scene.provider.agree(to: address, code: "a-secret-code")
            for wrong in ["", "freshet-sign-in=x.y", otherCookie, cookie + "0"] {
                let reply = await scene.comeBack(query, wrong)
                #expect(reply.status == 403 && reply.text.contains("begin this sign-in") && reply.session == nil)
            }
            #expect(await scene.comeBack("code=a-secret-code&state=wrong", cookie).status == 403)
            #expect(scene.provider.count("/token") == 0)
            #expect(await scene.comeBack(query, cookie).status == 200)
            // The provider forgets that the code was exchanged.
            _ = scene.provider.agree(to: address, code: "a-secret-code")
            let again = await scene.comeBack(query, cookie)
            #expect(again.status == 403 && again.text.contains("completed before") && again.session == nil)
            let (late, lateCookie) = try await scene.begin()
            let answer = scene.provider.agree(to: late)
            scene.shared.server.control.advance(by: .seconds(601))
            let reply = await scene.comeBack(answer, lateCookie)
            #expect(reply.status == 403 && reply.text.contains("ten minutes"))
            let logged = log.warnings.joined(separator: "\n")
            #expect(logged.contains("openid sign-in failed"))
            for secret in ["a-secret-code", FakeProvider.secret, "access"] { #expect(!logged.contains(secret)) }
        }
    }

    @Test("An OpenID refusal is shown as text, also that of a code which the provider doesn't know")
    func refusals() async throws {
        try await Scene.run { (scene: Scene) async throws in
            let (address, cookie) = try await scene.begin()
            let state = try #require(FakeProvider.query(address)["state"])
            let denied = await scene.comeBack(
                "error=access_denied&error_description=%3Cb%3Eno%3C/b%3E&state=\(state)", cookie)
            #expect(denied.status == 403 && denied.text.contains("access_denied") && !denied.text.contains("<b>no"))
            let unknown = await scene.comeBack("code=unknown&state=\(state)", cookie)
            #expect(unknown.status == 403 && unknown.text.contains("the code is unknown"))
            let mixed = await scene.comeBack("code=x&state=\(state)&iss=https://other.example", cookie)
            #expect(mixed.status == 403 && mixed.text.contains("another provider"))
        }
    }

    @Test("An OpenID provider that is down is reported as unavailable, and passwords still work")
    func down() async throws {
        let log = WarningLog()
        try await Scene.run(log: log) { (scene: Scene) async throws in
            scene.provider.change { $0.isDown = true }
            let reply = await scene.shared.server.ask("/login/openid")
            #expect(
                reply.status == 502 && reply.text.contains("Example ID") && reply.text.contains("available"))
            #expect(log.warnings.contains { $0.contains("refused the connection") })
            scene.provider.change { ($0.isDown, $0.issuer) = (false, "https://provider.example/") }
            #expect(await scene.shared.server.ask("/login/openid").status == 502)
            #expect(log.warnings.contains { $0.contains("it names itself https://provider.example/") })
            _ = try await scene.shared.signIn("anna")
        }
    }

    @Test("An OpenID claim finds an account once, and then its identity; never an administrator's")
    func claim() async throws {
        try await Scene.run { (scene: Scene) async throws in
            scene.provider.change { $0.claims["preferred_username"] = "anna" }
            let reply = try await scene.signIn()
            #expect(reply.status == 403 && reply.text.contains("No account is linked"))
        }
        try await Scene.run {
            $0.nameClaim = .preferredUsername
        } _: { (scene: Scene) async throws in
            // The name is at the userinfo_endpoint alone.
            scene.provider.change { $0.more["preferred_username"] = "Anna" }
            #expect(try await scene.signedIn() == "anna")
            scene.provider.change { $0.more["preferred_username"] = "otto" }
            #expect(try await scene.signedIn() == "anna")
            for (subject, name) in [("user-2", "admin"), ("user-3", "anna"), ("user-4", "eve")] {
                scene.provider.change { ($0.claims["sub"], $0.more["preferred_username"]) = (subject, name) }
                #expect(try await scene.signIn().status == 403, "\(name)")
            }
        }
        try await Scene.run {
            ($0.nameClaim, $0.addsAccounts) = (.email, true)
        } _: { (scene: Scene) async throws in
            scene.provider.change { $0.claims.merge(["email": "eve@example.org", "email_verified": false]) { $1 } }
            let unverified = try await scene.signIn()
            #expect(unverified.text.contains("verified email"))
            scene.provider.change { $0.claims["email_verified"] = true }
            #expect(try await scene.signIn().status == 200)
            #expect(try scene.store("admin").account(named: "eve@example.org").isAdministrator == false)
        }
    }

    @Test("An OpenID sign-in adds an account only if configured, and takes over none")
    func firstVisit() async throws {
        try await Scene.run {
            $0.addsAccounts = true
        } _: { (scene: Scene) async throws in
            scene.provider.change { $0.claims["preferred_username"] = "anna" }
            let taken = try await scene.signIn()
            #expect(taken.status == 403 && taken.text.contains("already"))
            scene.provider.change { $0.claims = ["sub": "user-2", "preferred_username": "eve"] }
            #expect(try await scene.signedIn() == "eve")
            #expect(try await scene.signedIn() == "eve")
            #expect(try scene.store("admin").accounts().count == 4)
        }
    }

    @Test("An OpenID identity is linked to the account that asks for it, and unlinked, on its page")
    func linking() async throws {
        try await Scene.run { (scene: Scene) async throws in
            let cookie = try await scene.shared.signIn("otto")
            let server = scene.shared.server
            #expect(await server.ask("/account", "GET", ["Cookie": cookie]).text.contains("href=\"/account/openid\""))
            #expect(await server.ask("/account/openid").status == 303)
            let (address, attempt) = try await scene.begin("/account/openid", ["Cookie": cookie])
            let reply = await scene.comeBack(scene.provider.agree(to: address), attempt)
            #expect(reply.status == 200 && reply.session == nil && reply.headers["refresh"] == "0; url=/account")
            #expect(try await scene.signedIn() == "otto")
            // Another account can't take it.
            let anna = try await scene.shared.signIn("anna")
            let (second, secondAttempt) = try await scene.begin("/account/openid", ["Cookie": anna])
            #expect(await scene.comeBack(scene.provider.agree(to: second), secondAttempt).status == 403)
            let identity = try #require(try scene.store("otto").identities().first)
            #expect(await server.post("/account", "unlink=\(identity.id)", ["Cookie": anna]).status == 200)
            #expect(try scene.store("otto").identities().count == 1)
            #expect(await server.post("/account", "unlink=\(identity.id)", ["Cookie": cookie]).status == 200)
            #expect(try await scene.signedIn() == nil)
            // A session that ends in between links nothing.
            let (third, thirdAttempt) = try await scene.begin("/account/openid", ["Cookie": cookie])
            try scene.store("otto").endSessions(except: nil)
            #expect(await scene.comeBack(scene.provider.agree(to: third), thirdAttempt).status == 403)
            #expect(try scene.store("otto").identities().isEmpty)
        }
    }

    @Test("An OpenID provider can replace passwords, but not app passwords")
    func withoutPasswords() async throws {
        try await Scene.run(server: { $0.allowsPasswords = false }) { (scene: Scene) async throws in
            try scene.link("user-1", to: "anna")
            let form = await scene.shared.server.ask("/login").text
            #expect(form.contains("Sign in with Example ID") && !form.contains("type=\"password\""))
            #expect(await scene.shared.answer("anna", "battery staple").status == 403)
            #expect(try await scene.signedIn() == "anna")
            let now = scene.shared.server.scene.environment.now()
            let secret = try scene.store("anna").issueAppPassword(named: "Phone", at: now).text
            #expect(await scene.shared.status("/api/unread", ["Authorization": "Bearer \(secret)"]) == 200)
        }
        var configuration = ServerOptions()
        configuration.allowsPasswords = false
        #expect(throws: FreshetServer.Refusal.noSignIn) { try configuration.check(.password) }
        (configuration.allowsPasswords, configuration.openID) = (
            true, .init(issuer: "http://auth.example.org", clientID: "x")
        )
        #expect(throws: FreshetServer.Refusal.badIssuer("http://auth.example.org")) {
            try configuration.check(.password)
        }
        configuration.openID?.issuer = "http://127.0.0.1:9000"
        #expect(throws: FreshetServer.Refusal.signInNeedsPassword) { try configuration.check() }
    }

    @Test("OpenID sign-in has no addresses without a provider")
    func none() async throws {
        try await SharedServer.run { shared in
            for path in ["/login/openid", "/login/openid/callback?code=x&state=y"] {
                #expect([303, 401, 404].contains(await shared.server.ask(path).status))
            }
            #expect(!(await shared.server.ask("/login").text.contains("/login/openid")))
        }
    }
}
