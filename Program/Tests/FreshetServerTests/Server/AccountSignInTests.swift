import FeedStore
import Feeds
import Foundation
import Logging
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("A server with several accounts") struct AccountSignInTests {
    @Test("A server with accounts needs a name, in any case, and a password, and leads back to the page")
    func signIn() async throws {
        try await SharedServer.run { shared in
            let server = shared.server
            let stranger = await server.ask("/rules")
            #expect(stranger.status == 303 && stranger.headers["location"] == "/login?return=%2Frules")
            #expect(await server.ask("/api/following").status == 401)
            let form = await server.ask("/login?return=/rules")
            #expect(form.text.contains("autocomplete=\"username\"") && !form.text.contains("FRESHET_TOKEN"))
            #expect(await shared.answer("anna", "wrong password").status == 403)
            #expect(await shared.answer("nobody", "battery staple").status == 403)
            let cookie = try await shared.signIn("anna")
            #expect(await server.ask("/rules", "GET", ["Cookie": cookie]).text.contains("Account: anna"))
            #expect(await shared.answer("ANNA", "battery staple").status == 303)
        }
    }

    @Test("A server asks everybody to sign in once a second account was added, even after its removal")
    func second() async throws {
        try await SampledEnvironment.run { scene in
            let server = try await RunningServer.start(scene) { $0.heartbeat = 1 }
            #expect(await server.ask("/").status == 200)
            let client = server.follow("/unread")
            #expect(await client.read { $0.range(of: Data("200 OK".utf8)) != nil })
            try await SharedServer.add(to: scene)
            try await waits { await server.ask("/").status == 303 }
            #expect(await client.readToEnd())
            let store = scene.environment.store
            for account in try store.accounts() { try store.removeAccount(account.id) }
            try await waits { server.contexts.shared.accountRule.accounts.count == 1 }
            for path in ["/", "/following", "/account", "/status", "/export.json", "/api/unread"] {
                #expect([303, 401].contains(await server.ask(path).status), "\(path)")
            }
            #expect(await server.post("/accounts", "do=add&name=eve&password=evening+star").status == 401)
            try await server.stop()
        }
    }

    /// What lets others reach a server.
    static let reachable: [(name: String, configure: @Sendable (inout ServerOptions) -> Void)] = [
        ("0.0.0.0", { $0.host = "0.0.0.0" }),
        ("https://feeds.example.org", { $0.publicURL = "https://feeds.example.org" }),
        ("feeds.example.org (--allow-host)", { $0.allowedHosts = ["feeds.example.org"] }),
    ]

    @Test("A server that others can reach needs a password to start, and stays closed without other accounts")
    func reachable() async throws {
        for (name, configure) in Self.reachable {
            try await SampledEnvironment.run { scene in
                await #expect(throws: FreshetServer.Refusal.open(to: name)) {
                    try await RunningServer.start(scene, configure)
                }
                try await SharedServer.add(to: scene)
                let server = try await RunningServer.start(scene, configure)
                let store = scene.environment.store
                for account in try store.accounts() { try store.removeAccount(account.id) }
                try await waits { server.contexts.shared.accountRule.accounts.count == 1 }
                for headers in [[:], ["X-Forwarded-For": "192.0.2.1"], ["Cookie": "freshet-session=old"]] {
                    #expect(await server.ask("/following", "GET", headers).status == 303)
                }
                try await server.stop()
            }
        }
    }

    @Test("A server with accounts asks the only account to sign in if it has a password")
    func onlyPassword() async throws {
        try await SampledEnvironment.run { scene in
            try scene.environment.store.setPassword(try PasswordHash(of: "correct horse"), keeping: nil)
            let server = try await RunningServer.start(scene)
            #expect(await server.ask("/").status == 303)
            #expect(await server.ask("/api/unread").status == 401)
            let reply = await server.post("/login", "name=admin&password=correct+horse")
            let cookie = String(try #require(reply.headers["set-cookie"]).prefix { $0 != ";" })
            #expect(await server.ask("/", "GET", ["Cookie": cookie]).status == 200)
            try await server.stop()
        }
    }

    @Test("A server that others can reach refuses and logs every request once no account has a password")
    func closed() async throws {
        try await SampledEnvironment.run { scene in
            let log = WarningLog()
            try await SharedServer.add(to: scene)
            let server = try await RunningServer.start(scene, log: log) { $0.host = "0.0.0.0" }
            for account in try scene.environment.store.accounts() {
                try scene.environment.store.removeAccount(account.id)
            }
            // With the number of a change, which the server looks for.
            try scene.execute("UPDATE account SET password_hash = NULL; UPDATE sequence SET value = value + 1")
            try await waits { server.contexts.shared.accountRule.isClosed }
            #expect(await server.ask("/").status == 303)
            #expect(await server.ask("/login").text.contains("freshet accounts reset admin"))
            try await waits { log.warnings.contains { $0.contains("every request is refused") } }
            try await server.stop()
        }
    }

    @Test(
        "A server where nobody signs in refuses forwarded requests",
        arguments: ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "CF-Connecting-IP"])
    func forwarded(field: String) async throws {
        try await RunningServer.run { server in
            #expect(await server.ask("/").status == 200)
            for path in ["/", "/api/unread", "/api/greader.php/reader/api/0/user-info"] {
                let reply = await server.ask(path, "GET", [field: "for=192.0.2.1"])
                #expect(reply.status == 403 && reply.text.contains("--public-url"), "\(path)")
            }
        }
    }

    @Test("A server with accounts signs out a browser alone, and ends its live updates")
    func signOut() async throws {
        try await SharedServer.run({ $0.heartbeat = 1 }) { shared in
            let (one, other) = (try await shared.signIn("anna"), try await shared.signIn("anna"))
            let client = Wire(shared.server.port)
            client.send(
                "GET /unread HTTP/1.1\r\nHost: 127.0.0.1:\(shared.server.port)\r\nAccept: text/event-stream\r\nCookie: \(one)\r\n\r\n"
            )
            #expect(await client.read { $0.range(of: Data("200 OK".utf8)) != nil })
            #expect(await shared.server.post("/logout", "", ["Cookie": one]).status == 303)
            #expect(await client.readToEnd())
            #expect(await shared.status("/", ["Cookie": one]) == 303)
            #expect(await shared.status("/", ["Cookie": other]) == 200)
        }
    }

    @Test("A server keeps sessions in the store, by their hash, so that other servers know them")
    func otherServer() async throws {
        try await SharedServer.run { shared in
            let cookie = try await shared.signIn("otto", browser: "Lynx/2.9")
            let again = try await RunningServer.start(shared.server.scene)
            #expect(await again.ask("/", "GET", ["Cookie": cookie]).status == 200)
            try await again.stop()
            let own = try shared.environment("otto").store
            #expect(try own.sessions(at: shared.server.scene.environment.now()).map(\.browser) == ["Lynx/2.9"])
            try own.endSessions(except: nil)
            try await waits { await shared.status("/", ["Cookie": cookie]) == 303 }
        }
    }

    @Test("A server limits wrong passwords for a name from a network, and no other names or networks")
    func limits() async throws {
        try await SharedServer.run({ $0.publicURL = "https://feeds.example.org" }) { shared in
            let kept = try await shared.signIn("anna")
            func attempt(_ name: String, _ password: String, from address: String) async -> Int {
                await shared.server.post(
                    "/login", "name=\(name)&password=\(password)", ["X-Forwarded-For": address]
                ).status
            }
            for _ in 0..<20 { #expect(await attempt("anna", "wrong+password", from: "192.0.2.1") == 403) }
            #expect(await attempt("anna", "wrong+password", from: "192.0.2.1") == 429)
            #expect(await attempt("ANNA", "battery+staple", from: "192.0.2.1") == 429)
            #expect(await attempt("otto", "purple+kettle", from: "192.0.2.1") == 303)
            // From elsewhere it is slower, and succeeds.
            #expect(await attempt("anna", "wrong+password", from: "192.0.2.2") == 403)
            #expect(shared.server.contexts.shared.accountRule.pause(for: "anna") > .zero)
            #expect(await attempt("anna", "battery+staple", from: "192.0.2.2") == 303)
            #expect(await shared.status("/", ["Cookie": kept]) == 200)
        }
    }

    @Test("A server lets everybody sign in from a network with many old cookies and app passwords")
    func oldCredentials() async throws {
        try await SharedServer.run { shared in
            let old = ["Authorization": basic("anna", "abcd-efgh-jkmn-pqrs-tuvw-xyz2")]
            for _ in 0..<25 {
                _ = await shared.status("/", ["Cookie": "freshet-session=old"])
                _ = await shared.status("/api/unread", old)
                _ = await shared.server.post("/api/greader.php/accounts/ClientLogin", "Email=anna&Passwd=revoked")
            }
            // They are limited, each for itself.
            #expect(await shared.status("/api/unread", old) == 429)
            #expect(await shared.answer("anna", "battery staple").status == 303)
            #expect(shared.server.contexts.shared.accountRule.pause(for: "anna") == .zero)
        }
    }

    @Test("A server opens rules, destinations, exports and imports only to app passwords for everything")
    func scopes() async throws {
        try await SharedServer.run { shared in
            let store = try shared.environment("anna").store
            let now = shared.server.scene.environment.now()
            let reader = ["Authorization": "Bearer \(try store.issueAppPassword(named: "Phone", at: now).text)"]
            let everything = [
                "Authorization":
                    "Bearer \(try store.issueAppPassword(named: "Backup", scope: .everything, at: now).text)"
            ]
            for path in ["/api/unread", "/api/following", "/api/search?q=a"] {
                for headers in [reader, everything] { #expect(await shared.status(path, headers) == 200, "\(path)") }
            }
            for path in ["/api/rules", "/api/destinations", "/export.json", "/export.opml"] {
                let refused = await shared.server.ask(path, "GET", reader)
                #expect(refused.status == 403 && refused.text.contains("--scope everything"), "\(path)")
                #expect(await shared.status(path, everything) == 200, "\(path)")
            }
            let changes = [
                ("/destinations", "kind=webhook&target=https://hooks.example.org/x"), ("/rules", "rule=mute+a"),
                ("/mute", "feed=/news/top"), ("/import", ""),
            ]
            for (path, form) in changes {
                #expect(await shared.server.post(path, form, reader).status == 403, "\(path)")
            }
            // Apps may follow the feeds of a list, and no more.
            let imported = await shared.server.ask(
                "/v1/import", "POST", reader, body: #"{"version": 1, "rules": ["notify a"]}"#)
            #expect(imported.status == 400 && imported.text.contains("OPML"))
            #expect(try store.destinations().isEmpty && store.rules().isEmpty)
            let added = try #require(changes.first)
            #expect(await shared.server.post(added.0, added.1, everything).status == 303)
            #expect(await shared.server.post("/follow", "address=planet", reader).status == 303)
            for headers in [reader, everything] { #expect(await shared.status("/api/status", headers) == 403) }
        }
    }

    @Test("A server logs refusals and administrators' changes, the client's address before its input")
    func log() async throws {
        let log = WarningLog(level: .notice)
        try await SharedServer.run({ $0.publicURL = "https://feeds.example.org" }, log: log) { shared in
            let from = ["X-Forwarded-For": "192.0.2.7"]
            _ = await shared.server.post("/login", "name=eve%22+client=198.51.100.1%0Ax&password=wrong", from)
            _ = await shared.server.post("/login", "name=Anna&password=wrong", from)
            _ = await shared.server.ask("/api/unread", "GET", from.merging(["Authorization": "Bearer guess"]) { $1 })
            _ = await shared.server.post("/api/greader.php/accounts/ClientLogin", "Email=anna&Passwd=guess", from)
            let admin = from.merging(["Cookie": try await shared.signIn("admin")]) { $1 }
            _ = await shared.server.post("/accounts", "do=add&name=eve&password=evening+star", admin)
            let otto = try #require(shared.accounts["otto"]).id
            _ = await shared.server.post("/accounts", "do=remove&account=\(otto)", admin)
            let lines = log.warnings
            // A name that no account has may be a password in the wrong field.
            #expect(lines.contains("sign-in refused: client=192.0.2.7 reason=wrong"))
            #expect(lines.contains("sign-in refused: client=192.0.2.7 reason=wrong account=\"anna\""))
            #expect(!lines.contains { $0.contains("198.51.100.1") })
            #expect(lines.count { $0 == "secret refused: client=192.0.2.7 reason=wrong" } == 2)
            #expect(lines.contains("signed in: client=127.0.0.1 account=\"admin\""))
            #expect(lines.contains("account added: client=192.0.2.7 by=\"admin\" account=\"eve\""))
            #expect(lines.contains("account removed: client=192.0.2.7 by=\"admin\" account=\"otto\""))
        }
    }

    @Test("A server hides its database from strangers and members while that is away")
    func storeAway() async throws {
        let log = WarningLog()
        try await SharedServer.run(log: log) { shared in
            let (admin, anna) = (try await shared.signIn("admin"), try await shared.signIn("anna"))
            try shared.server.scene.hideStore()
            for headers in [[:], ["Cookie": anna], ["Cookie": admin]] {
                for (path, form) in [
                    ("/login", "name=anna&password=battery+staple"), ("/marks", "feed=/news/top&all=1&mark=read"),
                ] {
                    let reply = await shared.server.post(path, form, headers)
                    #expect(!reply.text.contains("freshet.sqlite"), "\(path)")
                }
            }
        }
    }

    @Test("A server opens the API alone to app passwords: as bearer token, or with the account's name")
    func appPasswords() async throws {
        try await SharedServer.run { shared in
            let store = try shared.environment("anna").store
            let secret = try store.issueAppPassword(named: "Phone", at: Date()).text
            let bearer = ["Authorization": "Bearer \(secret)"]
            #expect(await shared.status("/api/following", bearer) == 200)
            #expect(await shared.status("/api/following", ["Authorization": basic("anna", secret)]) == 200)
            #expect(await shared.status("/api/following", ["Authorization": basic("otto", secret)]) == 401)
            #expect(await shared.status("/api/following", ["Authorization": basic("anna", "battery staple")]) == 401)
            for page in ["/", "/rules", "/account", "/status"] { #expect(await shared.status(page, bearer) == 403) }
            #expect(await shared.server.post("/account", "program=More", bearer).status == 403)
            #expect(try store.appPasswords().map(\.name) == ["Phone"])
            try store.removeAppPassword(named: "Phone")
            #expect(await shared.status("/api/following", bearer) == 401)
        }
    }

    @Test("A server with accounts lets programs that have the server's token continue as the first account")
    func token() async throws {
        let token = "3f9a01c2d4e5b6a7988877665544332211ffeedd"
        try await SharedServer.run({ $0.token = token }) { shared in
            let first = try #require(shared.server.scene.environment.catalog.feed(pasted: "planet"))
            try shared.environment("admin").follow(first)
            let reply = await shared.server.ask("/api/following", "GET", ["Authorization": "Bearer \(token)"])
            #expect(reply.status == 200 && reply.text.contains("planet"))
            #expect(await shared.status("/", ["Authorization": "Bearer \(token)"]) == 403)
            #expect(await shared.server.post("/login", "token=\(token)").status == 403)
        }
    }

    @Test("A server with accounts shows administrators the disk space of accounts that use any")
    func diskSpace() async throws {
        try await SharedServer.run { shared in
            let (admin, anna) = (try await shared.signIn("admin"), try await shared.signIn("anna"))
            #expect(!(await shared.server.ask("/accounts", "GET", ["Cookie": admin]).text.contains("0 B")))
            let list = await shared.server.ask("/api/news/top", "GET", ["Cookie": anna]).json
            let id = try #require((list["items"] as? [[String: Any]])?.first?["id"])
            let mark = await shared.server.post("/marks", "feed=/news/top&id=\(id)&mark=read", ["Cookie": anna])
            #expect(mark.status == 303)
            #expect(await shared.server.ask("/accounts", "GET", ["Cookie": admin]).text.contains(">64 B</span>"))
        }
    }

    @Test("A server with accounts shows what belongs to the server to administrators only")
    func administrators() async throws {
        try await SharedServer.run { shared in
            let (admin, anna) = (try await shared.signIn("admin"), try await shared.signIn("anna"))
            for path in ["/status", "/api/status"] {
                #expect(await shared.status(path, ["Cookie": admin]) == 200)
                #expect(await shared.status(path, ["Cookie": anna]) == 403)
            }
            #expect(await shared.server.ask("/health", "GET", ["Cookie": admin]).json["version"] != nil)
            for headers in [["Cookie": anna], [:]] {
                #expect(await shared.server.ask("/health", "GET", headers).json.keys.map(\.self) == ["status"])
            }
            #expect(!(await shared.server.ask("/", "GET", ["Cookie": anna]).text.contains("href=\"/status\"")))
            let form = "do=add&name=eve&password=evening+star"
            #expect(await shared.server.post("/accounts", form, ["Cookie": anna]).status == 403)
            let remove = "do=remove&account=\(try #require(shared.accounts["otto"]).id)"
            #expect(await shared.server.post("/accounts", remove, ["Cookie": anna]).status == 403)
            #expect(await shared.server.post("/accounts", form, ["Cookie": admin]).status == 200)
            #expect(await shared.server.post("/accounts", remove, ["Cookie": admin]).status == 200)
            for (name, answer) in [("ida", "False"), ("ole", "true"), ("ute", "maybe")] {
                let form = "do=add&name=\(name)&password=evening+star&administrator=\(answer)"
                let status = await shared.server.post("/accounts", form, ["Cookie": admin]).status
                #expect(status == (answer == "maybe" ? 400 : 200), "\(answer)")
            }
            let accounts = try shared.environment("admin").store.accounts()
            #expect(accounts.map(\.name) == ["admin", "anna", "eve", "ida", "ole"])
            #expect(accounts.filter(\.isAdministrator).map(\.name) == ["admin", "ole"])
        }
    }

    @Test("A password changes only with the current one, and other browsers are signed out")
    func password() async throws {
        try await SharedServer.run { shared in
            let (here, there) = (try await shared.signIn("anna"), try await shared.signIn("anna"))
            func change(_ current: String, _ new: String) async -> Int {
                await shared.server.post(
                    "/account", "change=password&current=\(current)&new=\(new)", ["Cookie": here]
                ).status
            }
            #expect(await change("wrong+password", "silver+lining") == 403)
            #expect(await change("battery+staple", "short") == 400)
            #expect(await change("battery+staple", "silver+lining") == 200)
            #expect(await shared.status("/", ["Cookie": here]) == 200)
            #expect(await shared.status("/", ["Cookie": there]) == 303)
            #expect(await shared.answer("anna", "battery staple").status == 403)
            #expect(await shared.answer("anna", "silver lining").status == 303)
        }
    }

    @Test("A server with accounts stores an account's own token by a form, without showing it")
    func ownToken() async throws {
        try await SharedServer.run { shared in
            let cookie = ["Cookie": try await shared.signIn("anna")], store = try shared.environment("anna").store
            let page = await shared.server.ask("/account", "GET", cookie)
            #expect(page.text.contains("GitHub token") && !page.text.contains("A token is stored."))
            let refused = await shared.server.post("/account", "upstream=github&token=two+words", cookie)
            #expect(refused.status == 400 && refused.text.contains("account-token-refusal"))
            let stored = await shared.server.post("/account", "upstream=github&token=+ghp_annas+", cookie)
            #expect(stored.status == 200 && stored.text.contains("A token is stored."))
            #expect(!stored.text.contains("ghp_annas"))
            #expect(try store.ownToken(for: "github") == "ghp_annas")
            #expect(await shared.server.post("/account", "upstream=web&token=a", cookie).status == 400)
            let inbox = await shared.server.post("/follow", "address=github/inbox", cookie)
            #expect(inbox.status == 303)
            let follow = try #require(try store.followed().first)
            #expect(follow.feed.rawValue == "github/accounts/\(store.account)/inbox")
            let other = ["Cookie": try await shared.signIn("otto")]
            let theirs = await shared.server.ask("/" + follow.feed.rawValue, "GET", other)
            #expect(theirs.text.contains("Only the account whose token opens this feed"))
            let removed = await shared.server.post("/account", "forget-token=github", cookie)
            #expect(removed.text.contains("Removed your GitHub token."))
            #expect(try store.ownToken(for: "github") == nil)
        }
    }

    @Test("A server with accounts shows a new app password once on the account's page, with sessions to end")
    func page() async throws {
        try await SharedServer.run { shared in
            let (here, there) = (try await shared.signIn("anna"), try await shared.signIn("anna", browser: "Other/2"))
            let issued = await shared.server.post("/account", "program=Phone", ["Cookie": here])
            let secret = try #require(issued.text.firstMatch(of: /<code id="secret">([^<]+)</)?.output.1)
            #expect(await shared.status("/api/following", ["Authorization": "Bearer \(secret)"]) == 200)
            let page = await shared.server.ask("/account", "GET", ["Cookie": here]).text
            #expect(page.contains("Phone") && !page.contains(secret) && page.contains("Other/2"))
            #expect(!page.contains("Add account"))
            #expect(await shared.server.post("/account", "revoke=Phone", ["Cookie": here]).status == 200)
            #expect(await shared.status("/api/following", ["Authorization": "Bearer \(secret)"]) == 401)
            #expect(await shared.server.post("/account", "end=others", ["Cookie": here]).status == 200)
            #expect(await shared.status("/", ["Cookie": there]) == 303)
            #expect(await shared.status("/", ["Cookie": here]) == 200)
        }
    }

    @Test("A single reader's account page sets a password and adds the second account")
    func alone() async throws {
        try await RunningServer.run { server in
            let page = await server.ask("/account").text
            #expect(page.contains("You are the only one here") && page.contains("href=\"/accounts\""))
            #expect(await server.ask("/accounts").text.contains("set your own password first"))
            #expect(await server.post("/accounts", "do=add&name=anna&password=battery+staple").status == 400)
            let first = await server.post("/account", "change=password&new=correct+horse")
            #expect(first.status == 303 && first.headers["location"] == "/login?return=/account")
            #expect(await server.ask("/").status == 303)
            let reply = await server.post("/login", "name=admin&password=correct+horse")
            let cookie = String(try #require(reply.headers["set-cookie"]).prefix { $0 != ";" })
            let add = "do=add&name=anna&password=battery+staple"
            #expect(await server.post("/accounts", add).status == 401)
            let added = await server.post("/accounts", add, ["Cookie": cookie])
            #expect(added.status == 200 && added.text.contains("Added the account anna."))
        }
    }

    @Test("A server with accounts polls a feed once for all who follow it")
    func polls() async throws {
        try await SampledEnvironment.run { scene in
            try await SharedServer.add(to: scene)
            let feed = try #require(scene.environment.catalog.feed(pasted: "github/octo-sample/harbor"))
            for account in try scene.environment.store.accounts() { try scene.environment.of(account.id).follow(feed) }
            let server = try await RunningServer.start(scene)
            try await waits { try scene.environment.store.feeds().contains { $0.fetchedAt != nil } }
            _ = await server.settled("/health")
            #expect(server.control.requests.count { $0.path.contains("harbor/events") } == 1)
            try await server.stop()
        }
    }
}
