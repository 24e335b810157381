import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Testing
import WebText

@testable import FreshetServer

@Suite("The texts of a list") struct RowTextsTests {
    private static let harbor = "/github/octo-sample/harbor"

    private func row(_ id: String, _ text: String?, depth: Int = 0) -> EntryRow {
        var entry = Entry(id: id, kind: Entry.Kind("article"), title: [Entry.TextRun("Tides")])
        (entry.text, entry.depth) = (text, depth)
        var site = SampleStates.site
        site.picture = { _, _ in ServedPicture(path: "/pictures/x") }
        let options = RowOptions(feed: .harbor, site: site, returnPath: "/")
        return EntryRow(
            shown: ShownItem(MadeUpItem(entry: entry)), key: ItemKey(scope: "web", id: id), options: options)
    }

    private func texts(_ json: some Sequence<UInt8>) throws -> [String: String] {
        let object = try JSONSerialization.jsonObject(with: Data(json)) as? [String: [String: String]]
        return try #require(object?["texts"])
    }

    @Test("Texts of a list are the sanitized markup of its items, by the ids of their rows")
    func document() throws {
        let rows = [
            row("a b", "<h1>High</h1><script>alert(1)</script>"), row("2", nil), row("3", "<p>a comment", depth: 1),
        ]
        let texts = try texts(RowTexts(rows, below: .none).json())
        #expect(texts == ["row-a.32.b": "<h3 dir=\"auto\">High</h3>"])
    }

    @Test("Texts of a list have their pictures below the server's path")
    func pictures() throws {
        let prefix = try #require(PathPrefix("/freshet"))
        let texts = try texts(RowTexts([row("1", "<img src=https://a.example/x>")], below: prefix).json())
        #expect(try #require(texts["row-1"]).contains("src=\"/freshet/pictures/x\""))
    }

    @Test(
        "Texts of a list are requested apart from the page of the list, at the address that it names",
        arguments: [
            harbor, harbor + "?limit=10", "/unread", "/unread?order=oldest", "/search?q=is:unread&sort=date", "/",
        ])
    func routes(path: String) async throws {
        try await RunningServer.run { server in
            _ = await server.post("/follow", "feed=\(Self.harbor)")
            _ = await server.ask("/api" + Self.harbor)
            let ids = try server.stored("github/octo-sample/harbor").map { "&id=\($0.id)" }.joined()
            _ = await server.post("/marks", "feed=\(Self.harbor)&mark=unread" + ids)
            let page = await server.ask(path).text
            let list = try #require(page.firstMatch(of: #/<ol class="rows.*?</ol>/#.dotMatchesNewlines())).output
            #expect(!list.contains("<template"))
            let link = try #require(page.firstMatch(of: #/ data-texts="([^"]+)"/#)).output.1
            let reply = await server.ask(String(link).replacing("&amp;", with: "&"))
            #expect(reply.status == 200 && reply.headers["content-type"] == "application/json")
            let texts = try texts(reply.text.utf8)
            let rows = Set(page.matches(of: /<li class="row[^"]*" id="([^"]+)"/).map { String($0.output.1) })
            #expect(!texts.isEmpty && Set(texts.keys).isSubset(of: rows))
        }
    }
}
