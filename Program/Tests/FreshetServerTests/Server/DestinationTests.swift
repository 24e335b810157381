import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Synchronization
import Testing

@testable import FreshetServer

@Suite("Destinations") struct DestinationTests {
    private static let json = ["Accept": "application/json"]

    private func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private func form(_ fields: KeyValuePairs<String, String>) -> String {
        fields.map { $0 + "=" + encoded($1) }.joined(separator: "&")
    }

    private func names(_ server: RunningServer) async -> [String] {
        (await server.ask("/api/destinations").json["destinations"] as? [[String: Any]] ?? []).compactMap {
            $0["name"] as? String
        }
    }

    @Test("Destinations are listed, added and removed by forms, without a script and without showing secrets")
    func forms() async throws {
        try await RunningServer.run { server in
            #expect(await server.ask("/destinations").text.contains("No destinations yet"))
            let hook = form([
                "kind": "webhook", "target": "http://127.0.0.1:9/<x>", "name": "", "secret": "s3cret",
                "quiet": "22:00-07:00",
            ])
            let added = await server.post("/destinations", hook)
            #expect(added.status == 303 && added.headers["location"] == "/destinations")
            #expect(await server.post("/destinations", form(["kind": "desktop", "name": "desk"])).status == 303)
            let page = await server.ask("/destinations").text
            #expect(
                page.contains("<code>webhook http://127.0.0.1:9/&lt;x&gt;</code>") && page.contains("Quiet 22:00-07:00")
            )
            #expect(page.contains("Nothing sent yet") && !page.contains("s3cret"))
            #expect(await names(server) == ["desk", "webhook"])
            let stored = try server.scene.environment.destinations()
            #expect(stored.last?.destination.secret == "s3cret")
            #expect(await server.post("/destinations", "remove=desk").status == 303)
            #expect(await server.post("/destinations", "remove=desk").status == 404)
            #expect(await names(server) == ["webhook"])
        }
    }

    @Test("Destinations are added and removed by programs, and listed as the command lists them")
    func programs() async throws {
        try await RunningServer.run { server in
            let fields = form(["kind": "email", "target": "me@example.org", "name": "post"])
            let added = await server.post("/api/destinations", fields, Self.json)
            #expect(added.status == 200 && (added.json["destinations"] as? [Any])?.count == 1)
            #expect(await server.ask("/api/destinations").body == added.body)
            let document = try DestinationsDocument(try server.scene.environment.destinations()).json()
            #expect(added.body == document)
            #expect(await server.post("/api/destinations", "remove=post", Self.json).status == 204)
        }
    }

    @Test(
        "Destinations with mistakes are rejected beside the field, and what was typed stays",
        arguments: [
            ("target", ["kind": "ntfy", "target": "https://ntfy.sh/"], "has no topic"),
            ("target", ["kind": "email", "target": "-oQ@x"], "isn't an email address"),
            ("target", ["kind": "desktop", "target": "x"], "has no target"),
            ("quiet", ["kind": "desktop", "quiet": "late"], "isn't a time range"),
            ("secret", ["kind": "desktop", "secret": "k"], "Only webhook and ntfy"),
            ("name", ["kind": "desktop", "name": "taken"], "already exists"),
            ("kind", ["kind": "exec", "target": "touch /tmp/x"], "can't add commands"),
            ("kind", ["kind": "pigeon"], "isn't a kind of destination"),
        ])
    func invalid(field: String, typed: [String: String], reason: String) async throws {
        try await RunningServer.run { server in
            _ = await server.post("/destinations", "kind=desktop&name=taken")
            let body = typed.map { $0 + "=" + encoded($1) }.joined(separator: "&")
            let reply = await server.post("/destinations", body)
            #expect(reply.status == 400)
            #expect(reply.text.contains("aria-describedby=\"destination-\(field)-refusal\""))
            #expect(reply.text.replacing("&#39;", with: "'").contains(reason))
            if let target = typed["target"] { #expect(reply.text.contains("value=\"\(target)\"")) }
            let document = await server.post("/api/destinations", body, Self.json)
            #expect(document.status == 400 && (document.json["detail"] as? String)?.contains(reason) == true)
            #expect(await names(server) == ["taken"])
        }
    }

    @Test("Destinations are tested from the page, which shows their response; commands aren't")
    func test() async throws {
        let sent = Mutex<[String]>([])
        try await RunningServer.run({
            $0.deliver = { note, destination in
                sent.withLock { $0.append(destination.target) }
                if destination.target.hasSuffix("bad") { throw UnknownDestination() }
            }
        }) { server in
            let environment = server.scene.environment
            for name in ["good", "bad"] {
                _ = try environment.add(Destination(.webhook, target: "https://a.example/" + name), named: name)
            }
            _ = try environment.add(Destination(.exec, target: "true"), named: "log")
            let page = await server.ask("/destinations").text
            #expect(page.contains("aria-label=\"Test good\"") && !page.contains("aria-label=\"Test log\""))
            let good = await server.post("/destinations", "test=good")
            #expect(good.status == 200 && good.text.contains("good accepted the test notification."))
            let bad = await server.post("/destinations", "test=bad")
            #expect(bad.status == 502 && bad.text.contains("bad failed: gone away."))
            #expect(await server.post("/api/destinations", "test=good", Self.json).json["isAccepted"] as? Bool == true)
            #expect(await server.post("/destinations", "test=log").status == 400)
            #expect(await server.post("/destinations", "test=none").status == 404)
            #expect(sent.withLock { $0.count } == 3)
        }
    }

    @Test("Destinations can't be changed by pages of other sites, nor without the token")
    func guarded() async throws {
        try await RunningServer.run { server in
            for headers in [["Origin": "https://evil.example"], ["Sec-Fetch-Site": "cross-site"]] {
                #expect(await server.post("/destinations", "kind=desktop", headers).status == 403)
                #expect(await server.post("/api/destinations", "kind=desktop", headers).status == 403)
            }
            #expect(await names(server).isEmpty)
        }
        try await RunningServer.run({ $0.token = "a-long-enough-token" }) { server in
            #expect(await server.post("/destinations", "kind=desktop").status == 401)
            #expect(await server.ask("/api/destinations").status == 401)
            let stored = try server.scene.environment.destinations()
            #expect(stored.isEmpty)
        }
    }

    @Test("Destinations that act as the server are for administrators only, unless configured")
    func members() async throws {
        try await SharedServer.run({ $0.deliver = { _, _ in Issue.record("Something was sent.") } }) { shared in
            let (admin, anna) = (try await shared.signIn("admin"), try await shared.signIn("anna"))
            let own = try shared.environment("anna")
            for fields in ["kind=email&target=eve@example.org", "kind=desktop"] {
                let refused = await shared.server.post("/destinations", fields, ["Cookie": anna])
                #expect(refused.status == 403 && refused.text.contains("accounts.destinations"))
                #expect(await shared.server.post("/destinations", fields, ["Cookie": admin]).status == 303)
            }
            #expect(throws: DestinationPause.administratorsOnly(.exec)) {
                try own.add(Destination(.exec, target: "id"), named: "id")
            }
            let page = await shared.server.ask("/destinations", "GET", ["Cookie": anna]).text
            #expect(!page.contains("value=\"email\"") && page.contains("value=\"webhook\""))
            // One that the account had before is shown, waits, and can be removed.
            try own.store.addDestination(
                named: "old", settings: try JSONEncoder().encode(Destination(.email, target: "eve@example.org")),
                at: own.now()
            )
            let shown = await shared.server.ask("/destinations", "GET", ["Cookie": anna]).text
            #expect(shown.contains("<b class=\"bad\">Paused</b>: <bdi>Only administrators"))
            #expect(await shared.server.post("/destinations", "test=old", ["Cookie": anna]).status == 403)
            let document = await shared.server.ask("/api/destinations", "GET", ["Cookie": anna]).json
            let paused = (document["destinations"] as? [[String: Any]])?.first?["paused"] as? String
            #expect(paused == "administratorsOnly")
            #expect(await shared.server.post("/destinations", "remove=old", ["Cookie": anna]).status == 303)
        }
    }

    @Test("Destinations of kind email wait until the link sent to the address is opened and its button pressed")
    func confirmation() async throws {
        let sent = Mutex<[(body: String, to: String)]>([])
        try await SharedServer.run(
            {
                $0.publicURL = "https://feeds.example.org"
                $0.deliver = { note, destination in sent.withLock { $0.append((note.body, destination.target)) } }
            }, members: [.email]
        ) { shared in
            let anna = ["Cookie": try await shared.signIn("anna")]
            let own = try shared.environment("anna")
            let fields = "kind=email&target=me@example.org&name=%3Cb%3EBuy%3C/b%3E"
            let added = await shared.server.post("/destinations", fields, anna)
            #expect(added.status == 200 && added.text.contains("An email was sent to me@example.org."))
            let mail = try #require(sent.withLock { $0.first })
            // Nobody can make the server send words to a stranger.
            #expect(mail.to == "me@example.org" && !mail.body.contains("Buy"))
            func path(_ body: String) throws -> String {
                String(try #require(body.firstMatch(of: #/https://feeds\.example\.org(/confirm/[^\s]+)/#)?.1))
            }
            let first = try path(mail.body)
            #expect(try own.destinations().map(\.pause) == [.unconfirmed])
            #expect(await shared.server.post("/destinations", "test=%3Cb%3EBuy%3C/b%3E", anna).status == 403)
            #expect(await shared.server.post("/destinations", "confirm=%3Cb%3EBuy%3C/b%3E", anna).status == 200)
            let second = try path(try #require(sent.withLock { $0.last?.body }))
            #expect(await shared.server.ask(first).status == 404)
            // Opening the link changes nothing: programs that check mail open links, too.
            let page = await shared.server.ask(second)
            #expect(page.status == 200 && page.text.contains("Allow notifications"))
            #expect(try own.destinations().map(\.pause) == [.unconfirmed])
            #expect(await shared.server.post(second, "", ["Origin": "https://evil.example"]).status == 403)
            let confirmed = await shared.server.post(second, "").text
            #expect(confirmed.contains("are sent to <b><bdi>me@example.org</bdi></b> from now on"))
            #expect(try own.destinations().map(\.pause) == [nil])
            #expect(await shared.server.ask(second).status == 404)
            let third = await shared.server.post("/destinations", "kind=email&target=me@example.org&name=again", anna)
            #expect(third.status == 200 && sent.withLock { $0.count } == 3)
            // Not more often, by no account.
            #expect(await shared.server.post("/destinations", "confirm=again", anna).status == 429)
            for wrong in ["/confirm/1-1-x", "/confirm/-", "/confirm/9-9-9-9"] {
                #expect(await shared.server.ask(wrong).status == 404)
            }
        }
    }

    @Test("Destinations are tested at most ten times an hour by an account without administrator rights")
    func manyTests() async throws {
        let sent = Mutex(0)
        try await SharedServer.run({ $0.deliver = { _, _ in sent.withLock { $0 += 1 } } }) { shared in
            for (name, most) in [("anna", 10), ("admin", 12)] {
                let environment = try shared.environment(name)
                _ = try environment.add(Destination(.webhook, target: "https://a.example/"), named: "hook")
                let headers = ["Cookie": try await shared.signIn(name)]
                sent.withLock { $0 = 0 }
                var last = 0
                for _ in 0..<12 { last = await shared.server.post("/destinations", "test=hook", headers).status }
                #expect(sent.withLock { $0 } == most && last == (most == 12 ? 200 : 429))
            }
            shared.server.scene.sample.control.advance(by: .seconds(3600))
            let headers = ["Cookie": try await shared.signIn("anna")]
            #expect(await shared.server.post("/destinations", "test=hook", headers).status == 200)
        }
    }

    @Test("Destinations that are missing are mentioned by the page of rules that notify")
    func unsent() async throws {
        try await RunningServer.run { server in
            let words = "Notifications aren't sent anywhere yet."
            func page() async -> String { await server.ask("/rules").text.replacing("&#39;", with: "'") }
            _ = await server.post("/rules", "rule=mute+x")
            #expect(!(await page().contains(words)))
            _ = await server.post("/rules", "rule=notify+tide")
            #expect(await page().contains(words + " <a href=\"/destinations\">"))
            _ = await server.post("/destinations", "kind=desktop")
            #expect(!(await page().contains(words)))
        }
    }
}

private struct UnknownDestination: Error, CustomStringConvertible {
    let description = "gone away."
}
