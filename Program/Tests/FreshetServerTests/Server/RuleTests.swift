import FeedStore
import Feeds
import Foundation
import Search
import Testing
import WebText

@testable import FreshetServer

@Suite("Rules") struct RuleTests {
    private static let json = ["Accept": "application/json"]

    private func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    @Test("Rules are listed, added and removed by forms, without a script")
    func forms() async throws {
        try await RunningServer.run { server in
            #expect(await server.ask("/rules").text.contains("No rules yet"))
            let added = await server.post("/rules", "rule=" + encoded("mute <rust>"))
            #expect(added.status == 303 && added.headers["location"] == "/rules")
            let page = await server.ask("/rules").text
            #expect(page.contains("<code>mute &lt;rust&gt;</code>"))
            let rules = await server.ask("/api/rules").json["rules"] as? [[String: Any]]
            let id = try #require(rules?.first?["id"] as? Int)
            #expect(rules?.first?["rule"] as? String == "mute <rust>" && rules?.first?["verb"] as? String == "mute")
            #expect(await server.post("/rules", "remove=\(id)").status == 303)
            #expect(await server.post("/rules", "remove=\(id)").status == 404)
            #expect((await server.ask("/api/rules").json["rules"] as? [[String: Any]])?.isEmpty == true)
        }
    }

    @Test("Rules lead to the stored items that they concern")
    func items() throws {
        func page(_ text: String, count: Int?, metAt: Date? = nil) throws -> String {
            let rule = StoredRule(id: 1, rule: try Rule(parsing: text), createdAt: Date(), lastMetAt: metAt)
            return RulesPage(
                rules: [ListedRule(rule, count: count)], typed: "", outcome: .none, hasDestinations: true,
                site: PageContext()
            ).html.description
        }
        #expect(
            try page("mute tides OR moon", count: 2).contains(
                "href=\"/search?q=%28tides%20OR%20moon%29%20is%3Amuted&amp;sort=date\">hides 2 items</a>"))
        #expect(try page("mark tides", count: nil).contains("/search?q=tides&amp;sort=date\">Show its items</a>"))
        #expect(try page("mark tides", count: 0).contains("<span class=\"why\">matches no stored items</span>"))
        let met = try page("notify 10 stars in 10m", count: nil, metAt: Date(timeIntervalSince1970: 0))
        #expect(met.contains("last met <time") && !met.contains("/search?q="))
    }

    @Test("Rules report on the page and in the document how far they are applied to stored items")
    func progress() throws {
        func page(_ progress: RuleProgress?) -> String {
            RulesPage(
                rules: [], progress: progress, typed: "", outcome: .none, hasDestinations: true, site: PageContext()
            ).html.description
        }
        let progress = RuleProgress(applied: 12_000, total: 300_000)
        #expect(page(progress).contains("Applied to 12,000 of 300,000 stored items so far."))
        #expect(!page(nil).contains("Applied to"))
        func document(_ progress: RuleProgress?) throws -> String {
            String(decoding: try RulesDocument([], progress).json(), as: UTF8.self)
        }
        #expect(try document(progress) == #"{"progress":{"applied":12000,"total":300000},"rules":[]}"#)
        #expect(try document(nil) == #"{"rules":[]}"#)
    }

    @Test("Rules are added and removed by programs")
    func programs() async throws {
        try await RunningServer.run { server in
            let added = await server.post("/api/rules", "rule=" + encoded("save author:ada"), Self.json)
            #expect(added.status == 200 && (added.json["rules"] as? [[String: Any]])?.count == 1)
            let wrong = await server.post("/api/rules", "rule=hide", Self.json)
            #expect(wrong.status == 400 && (wrong.json["detail"] as? String)?.contains("mute") == true)
            #expect(await server.post("/rules", "remove=x", Self.json).status == 400)
        }
    }

    @Test("Rules with mistakes are rejected beside the field, which keeps what was typed")
    func invalid() async throws {
        try await RunningServer.run { server in
            for reply in [
                await server.ask("/rules?rule=" + encoded("mute points:x")),
                await server.post("/rules", "rule=" + encoded("mute points:x")),
            ] {
                #expect(reply.status == 400 && reply.text.contains("value=\"mute points:x\""))
                #expect(reply.text.contains("aria-describedby=\"refusal\"") && reply.text.contains("points:&gt;300"))
            }
            #expect(await server.ask("/api/rules?rule=hide").status == 400)
        }
    }

    @Test("Rules show their effect before they are added")
    func preview() async throws {
        try await RunningServer.run { server in
            _ = await server.settled("/github/octo-sample/harbor")
            let page = await server.ask("/rules?rule=" + encoded("mute kind:push"))
            #expect(page.status == 200 && page.text.contains("Would hide ") && page.text.contains("id=\"row-"))
            let test = await server.ask("/api/rules?rule=" + encoded("mute kind:push")).json
            #expect(test["tested"] as? Int ?? 0 > 0 && test["matched"] as? Int ?? 0 > 0)
            #expect((await server.ask("/api/rules").json["rules"] as? [[String: Any]])?.isEmpty == true)
        }
    }

    @Test("Rules hide items of an open page, which counts them and links to them")
    func muted() async throws {
        try await RunningServer.run { server in
            let path = "/github/octo-sample/harbor"
            #expect(await server.settled(path).text.contains("data-type=\"PushEvent\""))
            _ = await server.post("/rules", "rule=" + encoded("mute kind:push"))
            let page = await server.settled(path).text
            #expect(!page.contains("data-type=\"PushEvent\"") && page.contains("\(path)?muted=1\">"))
            let hidden = await server.ask(path + "?muted=1").text
            #expect(hidden.contains("data-type=\"PushEvent\"") && !hidden.contains("data-type=\"WatchEvent\""))
            #expect(await server.ask("/muted").text.contains("data-type=\"PushEvent\""))
            #expect(await server.ask("/api/muted").json["feed"] as? String == "muted")
        }
    }

    @Test("Rules mark highlighted rows")
    func highlighted() async throws {
        try await RunningServer.run { server in
            _ = await server.post("/rules", "rule=" + encoded("highlight kind:push"))
            #expect(await server.settled("/github/octo-sample/harbor").text.contains("is-highlighted"))
        }
    }

    @Test("Rules can't be changed by pages of other sites")
    func origin() async throws {
        try await RunningServer.run { server in
            let reply = await server.post("/rules", "rule=mute+x", ["Origin": "https://evil.example"])
            #expect(reply.status == 403)
        }
    }
}
