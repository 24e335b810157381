import FeedStore
import Feeds
import Foundation
import Logging
import Testing

@testable import FreshetServer

@Suite("A link that an administrator makes") struct AccountLinkTests {
    /// The path of the link on the page that has made it.
    private func path(_ reply: Reply) throws -> String {
        let link = try #require(
            reply.text.firstMatch(of: /<code id="link">http:\/\/[^\/<]+(\/[a-z]+\/[0-9a-f]{64})<\/code>/))
        return String(link.1)
    }

    private func form(_ name: String, in shared: SharedServer, _ rest: String) throws -> String {
        "account=\(try #require(shared.accounts[name]).id)&\(rest)"
    }

    private func reset(_ shared: SharedServer, _ admin: String) async throws -> String {
        let made = await shared.server.post("/accounts", try form("anna", in: shared, "do=reset"), ["Cookie": admin])
        #expect(made.status == 200 && made.headers["cache-control"] == "no-store")
        return try path(made)
    }

    @Test("An account link sets a password once, ends the account's sessions and signs in")
    func once() async throws {
        try await SharedServer.run { shared in
            let (admin, anna) = (try await shared.signIn("admin"), try await shared.signIn("anna"))
            let link = try await reset(shared, admin)
            for _ in 0..<2 {
                let page = await shared.server.ask(link)
                #expect(page.status == 200 && page.text.contains("anna"))
                #expect(page.headers["cache-control"] == "no-store")
                #expect(page.headers["referrer-policy"] == "strict-origin")
            }
            #expect(await shared.status("/following", ["Cookie": anna]) == 200)
            let short = await shared.server.post(link, "password=short")
            #expect(short.status == 400 && short.text.contains("at least 8 characters"))
            let used = await shared.server.post(link, "password=silver+lining")
            #expect(used.status == 303 && used.headers["location"] == "/")
            let cookie = String(try #require(used.headers["set-cookie"]).prefix { $0 != ";" })
            #expect(await shared.server.ask("/following", "GET", ["Cookie": cookie]).text.contains("Account: anna"))
            #expect(await shared.status("/following", ["Cookie": anna]) == 303)
            #expect(await shared.answer("anna", "battery staple").status == 403)
            #expect(await shared.answer("anna", "silver lining").status == 303)
            let again = await shared.server.post(link, "password=purple+kettle")
            #expect(again.status == 404 && again.text.contains("was used"))
            #expect(await shared.server.ask(link).status == 404)
        }
    }

    @Test("An account link chooses the first password of a server, which then asks everybody to sign in")
    func firstPassword() async throws {
        try await RunningServer.run { server in
            let environment = server.scene.environment
            let (store, secret) = (environment.store, Secret.make())
            try store.makeResetLink(
                for: try #require(try store.accounts().first), secret: secret, at: environment.now())
            let link = "/reset/" + secret.text
            #expect(await server.ask(link).text.contains("Choose a password for <b><bdi>admin</bdi></b>"))
            #expect(await server.ask("/following").status == 200)
            let used = await server.post(link, "password=silver+lining")
            let cookie = String(try #require(used.headers["set-cookie"]).prefix { $0 != ";" })
            #expect(used.status == 303)
            #expect(await server.ask("/following").status == 303)
            #expect(await server.ask("/following", "GET", ["Cookie": cookie]).status == 200)
            #expect(await server.post(link, "password=purple+kettle").status == 404)
        }
    }

    @Test("An account link is void if it is replaced or expired, or the account is disabled")
    func void() async throws {
        try await SharedServer.run { shared in
            let admin = try await shared.signIn("admin")
            let former = try await reset(shared, admin)
            let link = try await reset(shared, admin)
            #expect(await shared.server.ask(former).status == 404)
            #expect(await shared.server.ask(link).status == 200)
            try shared.server.scene.execute("UPDATE reset_link SET expires_at = 0")
            #expect(await shared.server.post(link, "password=silver+lining").status == 404)
            let last = try await reset(shared, admin)
            try shared.environment("admin").store.disable(try #require(shared.accounts["anna"]), at: Date())
            #expect(await shared.server.post(last, "password=silver+lining").status == 404)
            #expect(await shared.answer("anna", "silver lining").status == 403)
        }
    }

    @Test("An invitation lets one person choose a free name and a password")
    func invitation() async throws {
        try await SharedServer.run { shared in
            let admin = ["Cookie": try await shared.signIn("admin")]
            let made = await shared.server.post("/accounts", "do=invite&name=Eve&administrator=1&days=3", admin)
            #expect(made.text.contains("Open invitations"))
            let link = try path(made)
            #expect(await shared.server.ask(link).text.contains("value=\"eve\""))
            let taken = await shared.server.post(link, "name=otto&password=evening+star")
            #expect(taken.status == 400 && taken.text.contains("already an account"))
            #expect(await shared.server.post(link, "name=eva&password=short").status == 400)
            let accepted = await shared.server.post(link, "name=eva&password=evening+star")
            let cookie = ["Cookie": String(try #require(accepted.headers["set-cookie"]).prefix { $0 != ";" })]
            #expect(accepted.status == 303)
            #expect(await shared.status("/accounts", cookie) == 200)
            #expect(await shared.server.post(link, "name=eve&password=evening+star").status == 404)
            #expect(!(await shared.server.ask("/accounts", "GET", admin).text.contains("Open invitations")))
        }
    }

    @Test("An invitation can be revoked, expires, and isn't made for a taken name or by a member")
    func revoked() async throws {
        try await SharedServer.run { shared in
            let (admin, anna) = (try await shared.signIn("admin"), try await shared.signIn("anna"))
            let store = try shared.environment("admin").store
            for end in ["revoke", "expire"] {
                let link = try path(await shared.server.post("/accounts", "do=invite", ["Cookie": admin]))
                let id = try #require(try store.invitations(at: shared.server.scene.environment.now()).first).id
                if end == "revoke" {
                    let form = "do=revoke&invitation=\(id)"
                    #expect(await shared.server.post("/accounts", form, ["Cookie": admin]).status == 200)
                    #expect(await shared.server.post("/accounts", form, ["Cookie": admin]).status == 400)
                } else {
                    try shared.server.scene.execute("UPDATE invitation SET expires_at = 0")
                }
                #expect(await shared.server.ask(link).status == 404, "\(end)")
                #expect(await shared.server.post(link, "name=eve&password=evening+star").status == 404, "\(end)")
            }
            for form in ["do=invite&name=anna", "do=invite&days=0", "do=invite&days=x", "do=other"] {
                #expect(await shared.server.post("/accounts", form, ["Cookie": admin]).status == 400, "\(form)")
            }
            for form in ["do=invite", try form("otto", in: shared, "do=reset")] {
                #expect(await shared.server.post("/accounts", form, ["Cookie": anna]).status == 403)
            }
            #expect(await shared.status("/accounts", ["Cookie": anna]) == 403)
        }
    }

    @Test("An account link isn't logged, and wrong links are limited for their network")
    func guessed() async throws {
        let log = WarningLog(level: .debug)
        try await SharedServer.run({ $0.publicURL = "https://feeds.example.org" }, log: log) { shared in
            let admin = ["Cookie": try await shared.signIn("admin")]
            let made = await shared.server.post("/accounts", try form("anna", in: shared, "do=reset"), admin)
            let link = try #require(
                made.text.firstMatch(of: /<code id="link">https:\/\/feeds\.example\.org(\/reset\/([0-9a-f]{64}))</))
            let from = ["X-Forwarded-For": "192.0.2.7"]
            let wrong = "/reset/" + Secret.make().text
            for _ in 0..<20 { #expect(await shared.server.ask(wrong, "GET", from).status == 404) }
            #expect(await shared.server.post(wrong, "password=silver+lining", from).status == 429)
            #expect(await shared.server.ask(wrong, "GET", ["X-Forwarded-For": "198.51.100.7"]).status == 404)
            #expect(await shared.server.ask(String(link.1), "GET", from).status == 200)
            #expect(await shared.server.post(String(link.1), "password=silver+lining", from).status == 303)
            let lines = log.warnings
            #expect(lines.contains("secret refused: client=192.0.2.7 reason=limit"))
            #expect(lines.contains("reset link made: client=127.0.0.1 by=\"admin\" account=\"anna\""))
            #expect(lines.contains("password reset: client=192.0.2.7 by=\"anna\""))
            #expect(!lines.contains { $0.contains(link.2) })
        }
    }
}

@Suite("The page of accounts") struct AccountsPageTests {
    @Test("The page of accounts disables an account immediately, in all its clients, and enables it")
    func disabled() async throws {
        try await SharedServer.run { shared in
            let (admin, anna) = (try await shared.signIn("admin"), try await shared.signIn("anna"))
            let store = try shared.environment("anna").store, id = try #require(shared.accounts["anna"]).id
            let app = ["Authorization": "Bearer \(try store.issueAppPassword(named: "Phone", at: Date()).text)"]
            let feeds = "/feeds/\(try store.addFeedSecret(.make(), at: Date()).secret.text)/saved.atom"
            #expect(await shared.status("/api/unread", app) == 200)
            #expect(await shared.status(feeds, [:]) == 200)
            let client = Wire(shared.server.port)
            client.send(
                "GET /unread HTTP/1.1\r\nHost: 127.0.0.1:\(shared.server.port)\r\nAccept: text/event-stream\r\nCookie: \(anna)\r\n\r\n"
            )
            #expect(await client.read { $0.range(of: Data("200 OK".utf8)) != nil })
            func save(_ disabled: Int) async -> Int {
                let form = "do=save&account=\(id)&name=anna&disabled=\(disabled)"
                return await shared.server.post("/accounts", form, ["Cookie": admin]).status
            }
            #expect(await save(1) == 200)
            #expect(await shared.status("/following", ["Cookie": anna]) == 303)
            #expect(await shared.status("/api/unread", app) == 401)
            #expect(await shared.status(feeds, [:]) == 404)
            #expect(await client.readToEnd())
            let refused = await shared.answer("anna", "battery staple")
            #expect(refused.status == 403 && refused.text.contains("is disabled"))
            #expect(!(await shared.answer("anna", "wrong password").text.contains("is disabled")))
            #expect(shared.server.contexts.context(of: id) == nil)
            #expect(await save(0) == 200)
            #expect(await shared.status("/api/unread", app) == 200)
            #expect(await shared.status(feeds, [:]) == 200)
            #expect(await shared.answer("anna", "battery staple").status == 303)
        }
    }

    @Test("The page of accounts changes roles and names, and refuses to leave no administrator")
    func changes() async throws {
        try await SharedServer.run { shared in
            let admin = ["Cookie": try await shared.signIn("admin")]
            let ids = shared.accounts.mapValues(\.id), store = try shared.environment("admin").store
            func post(_ form: String, _ headers: [String: String]) async -> Reply {
                await shared.server.post("/accounts", form, headers)
            }
            let (anna, otto, first) = (try #require(ids["anna"]), try #require(ids["otto"]), Account.first)
            let changed = await post("do=save&account=\(anna)&name=Anna.B&administrator=0&administrator=1", admin)
            #expect(changed.status == 200 && changed.text.contains("now named anna.b"))
            #expect(try store.account(named: "anna.b").isAdministrator)
            let taken = await post("do=save&account=\(otto)&name=admin", admin)
            #expect(taken.status == 400 && taken.text.contains("already an account"))
            let own = ["Cookie": try await signIn("anna.b", "battery staple", shared)]
            for form in [
                "do=save&account=\(first)&administrator=0", "do=save&account=\(first)&disabled=1",
                "do=remove&account=\(first)",
            ] {
                let refused = await post(form, own)
                #expect(refused.status == 400 && refused.text.contains("is the first account"), "\(form)")
            }
            for form in ["do=save&account=\(anna)&disabled=1", "do=remove&account=\(anna)", "do=reset&account=\(anna)"]
            {
                #expect(await post(form, own).status == 400, "\(form)")
            }
            try shared.server.scene.execute("UPDATE account SET password_hash = NULL WHERE id = 1")
            for form in [
                "do=save&account=\(anna)&administrator=0", "do=save&account=\(anna)&disabled=1",
                "do=remove&account=\(anna)",
            ] {
                let refused = await post(form, admin)
                #expect(refused.status == 400 && refused.text.contains("last administrator with a password"), "\(form)")
            }
            #expect(await post("do=remove&account=\(otto)", admin).status == 200)
            #expect(try store.accounts().map(\.name) == ["admin", "anna.b"])
        }
    }

    @Test("The page of accounts isn't opened by app passwords of administrators")
    func programs() async throws {
        try await SharedServer.run { shared in
            let store = try shared.environment("admin").store
            let secret = try store.issueAppPassword(named: "Backup", scope: .everything, at: Date()).text
            let bearer = ["Authorization": "Bearer \(secret)", "Accept": "application/json"]
            #expect(await shared.status("/accounts", bearer) == 403)
            #expect(await shared.server.post("/accounts", "do=invite&administrator=1", bearer).status == 403)
            #expect(try store.invitations(at: Date(timeIntervalSince1970: 0)).isEmpty)
        }
    }

    private func signIn(_ name: String, _ password: String, _ shared: SharedServer) async throws -> String {
        String(try #require(await shared.answer(name, password).headers["set-cookie"]).prefix { $0 != ";" })
    }
}
