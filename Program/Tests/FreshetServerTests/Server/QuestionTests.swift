import FeedStore
import Feeds
import Foundation
import Testing

@testable import FreshetServer

@Suite("A form that removes something") struct QuestionTests {
    private static let json = ["Accept": "application/json"]

    @Test("A form that removes something asks first, on a page that sends the same form again")
    func page() async throws {
        try await RunningServer.run { server in
            for name in ["desk", "other"] { _ = await server.post("/destinations", "kind=desktop&name=\(name)") }
            for rule in ["notify+tide", "notify+storm", "mute+rain"] { _ = await server.post("/rules", "rule=\(rule)") }
            #expect(
                await server.ask("/destinations").text.contains(
                    "formaction=\"/destinations?ask=1\" aria-label=\"Remove desk\""))
            let asked = await server.post("/destinations?ask=1", "remove=desk")
            #expect(asked.status == 200 && asked.headers["cache-control"] == "no-store")
            #expect(asked.text.contains("Remove the destination “desk”?"))
            #expect(asked.text.contains("2 rules send to it and to 1 other destination; the rules stay."))
            #expect(asked.text.contains("<input type=\"hidden\" name=\"remove\" value=\"desk\">"))
            #expect(asked.text.contains("<a class=\"button\" href=\"/destinations\">Cancel</a>"))
            let unchanged = try server.scene.environment.destinations()
            #expect(unchanged.count == 2)
            #expect(await server.post("/destinations", "remove=desk").status == 303)
            let last = await server.post("/destinations?ask=1", "remove=other", Self.json).json
            #expect(last["consequence"] as? String == "2 rules send to it, and nowhere else then; the rules stay.")
            // What is gone already isn't asked for.
            #expect(await server.post("/destinations?ask=1", "remove=desk").status == 404)
            #expect(await server.post("/destinations?ask=1", "remove=desk", Self.json).status == 204)
        }
    }

    @Test("A form that removes something gives the page's script a question in the server's words")
    func words() async throws {
        try await SharedServer.run { shared in
            let (server, store) = (shared.server, shared.server.scene.environment.store)
            let admin = ["Cookie": try await shared.signIn("admin")].merging(Self.json) { $1 }
            _ = try await shared.signIn("admin", browser: "Other/2")
            _ = try store.issueAppPassword(named: "Phone", at: server.scene.environment.now())
            try store.keepOwnToken("github_pat_0123456789", for: "github", named: "GitHub")
            _ = await server.post("/follow", "feed=/news/top&folder=News", admin)
            _ = await server.post("/follow", "feed=/news/best&folder=News", admin)
            let anna = try #require(shared.accounts["anna"]).id
            for (path, form, title, action) in [
                ("/account", "revoke=Phone", "Revoke the app password “Phone”?", "Revoke app password"),
                ("/account", "end=others", "Sign out 1 other browser?", "Sign out browser"),
                ("/account", "forget-token=github", "Remove your GitHub token?", "Remove token"),
                ("/account", "change=renew-feed-address", "Renew the addresses of your feeds?", "Renew addresses"),
                ("/accounts", "do=remove&account=\(anna)", "Remove the account “anna”?", "Remove account"),
                (
                    "/following", "do=unfollow&feed=/news/top&feed=/news/best", "Unfollow 2 feeds in “News”?",
                    "Unfollow feeds"
                ),
            ] {
                let question = await server.post(path + "?ask=1", form, admin).json
                #expect(question["title"] as? String == title && question["action"] as? String == action, "\(form)")
                #expect((question["consequence"] as? String)?.isEmpty == false, "\(form)")
            }
            let passwords = try store.appPasswords()
            let accounts = try store.accounts()
            let sessions = try store.sessions(at: server.scene.environment.now())
            #expect(passwords.count == 1 && accounts.count == 3 && sessions.count == 2)
            let followed = try shared.environment("admin").followed()
            #expect(followed.count == 2)
            // A member learns nothing of other accounts.
            let otto = ["Cookie": try await shared.signIn("otto")]
            let refused = await server.post("/accounts?ask=1", "do=remove&account=\(anna)", otto)
            #expect(refused.status == 403 && !refused.text.contains("anna"))
        }
    }

    @Test("A form that removes nothing asks nothing")
    func others() async throws {
        try await RunningServer.run { server in
            #expect(await server.post("/destinations?ask=1", "kind=desktop&name=desk").status == 303)
            let added = try server.scene.environment.destinations()
            #expect(added.map(\.name) == ["desk"])
        }
    }
}
