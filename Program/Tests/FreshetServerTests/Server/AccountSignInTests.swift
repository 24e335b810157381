import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("A server with several accounts") struct AccountSignInTests {
    @Test("needs a name and a password, in any case of the name, and leads back to the page")
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

    @Test("asks everybody to sign in once a second account is added, and nobody when it is removed")
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
            try await waits { await server.ask("/").status == 200 }
            try await server.stop()
        }
    }

    @Test(
        "starts on an address that others can reach if there are accounts, and asks even a person alone to sign in then"
    )
    func reachable() async throws {
        try await SampledEnvironment.run { scene in
            await #expect(throws: FreshetServer.Refusal.openWithoutToken(host: "0.0.0.0")) {
                try await RunningServer.start(scene) { $0.host = "0.0.0.0" }
            }
            try await SharedServer.add(to: scene)
            let server = try await RunningServer.start(scene) { $0.host = "0.0.0.0" }
            let store = scene.environment.store
            for account in try store.accounts() { try store.removeAccount(account.id) }
            try await waits { try store.accounts().count == 1 }
            #expect(await server.ask("/").status == 303)
            try await server.stop()
        }
    }

    @Test("signs out a browser alone, and ends its live updates")
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

    @Test("keeps sessions in the store, by their hash, so that other servers know them")
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

    @Test("limits wrong passwords for a name, whatever they come with, and then refuses the right one for a while")
    func limits() async throws {
        try await SharedServer.run { shared in
            let kept = try await shared.signIn("anna")
            var statuses: [Int] = []
            for _ in 0..<22 { statuses.append(await shared.answer("anna", "wrong password").status) }
            #expect(statuses.prefix(15).allSatisfy { $0 == 403 } && statuses.last == 429)
            #expect(await shared.answer("anna", "battery staple").status == 429)
            #expect(await shared.status("/", ["Cookie": kept]) == 200)
        }
    }

    @Test("opens the API, and not the page, to app passwords: as bearer token, or with the account's name")
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

    @Test("lets programs that have the server's token continue as the first account")
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

    @Test("shows what belongs to the server to administrators only")
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
            let form = "change=add&name=eve&password=evening+star"
            #expect(await shared.server.post("/account", form, ["Cookie": anna]).status == 403)
            let remove = "remove=\(try #require(shared.accounts["otto"]).id)"
            #expect(await shared.server.post("/account", remove, ["Cookie": anna]).status == 403)
            #expect(await shared.server.post("/account", form, ["Cookie": admin]).status == 200)
            #expect(await shared.server.post("/account", remove, ["Cookie": admin]).status == 200)
            let names = try shared.environment("admin").store.accounts().map(\.name)
            #expect(names == ["admin", "anna", "eve"])
        }
    }

    @Test("changes a password only with the current one, and signs out the account's other browsers")
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

    @Test("stores an account's own token by a form, without showing it")
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
            #expect(await shared.server.post("/account", "upstream=web&token=a", cookie).status == 403)
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

    @Test("shows a new app password once on the account's page, with sessions to end")
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

    @Test("has an account page for a person alone, who sets a password and adds the second account")
    func alone() async throws {
        try await RunningServer.run { server in
            let page = await server.ask("/account").text
            #expect(page.contains("You are the only one here") && page.contains("set your own password first"))
            #expect(await server.post("/account", "change=add&name=anna&password=battery+staple").status == 400)
            #expect(await server.post("/account", "change=password&new=correct+horse").status == 200)
            #expect(await server.ask("/").status == 200)
            let added = await server.post("/account", "change=add&name=anna&password=battery+staple")
            #expect(added.status == 303 && added.headers["location"] == "/login?return=/account")
            #expect(await server.ask("/").status == 303)
        }
    }

    @Test("polls a feed once for all who follow it")
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
