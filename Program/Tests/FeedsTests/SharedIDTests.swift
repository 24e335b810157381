import FeedStore
import Feeds
import Foundation
import Freshet
import SampleUpstreams
import Testing
import WebFeeds

/// Each step is a document: `guid/link` or `guid/link/day` of its items, which are titled by their links.
@Suite("An item whose id others have for a while") struct SharedIDTests {
    private func document(_ items: String) -> String {
        let elements = items.split(separator: " ").map { item in
            let parts = item.split(separator: "/")
            let date = parts.count > 2 ? "<pubDate>0\(parts[2]) Nov 2026</pubDate>" : ""
            return "<item><guid isPermaLink='false'>\(parts[0])</guid><title>\(parts[1])</title>"
                + "<link>https://a.example/\(parts[1])</link>\(date)</item>"
        }
        return "<rss version='2.0'><channel><title>T</title>\(elements.joined())</channel></rss>"
    }

    /// The titles of all stored items, and of the unread ones after all but the last document's items were read.
    private func titles(_ documents: [String]) async throws -> (all: [String], unread: [String]) {
        var result: (all: [String], unread: [String]) = ([], [])
        try await Scene.run { scene in
            let site = scene.site("harbor")
            try scene.environment().follow(site.feed)
            for (step, items) in documents.enumerated() {
                if step > 0 { _ = try scene.store.mark(each: ItemSelection(.feed(site.key)), as: .read, at: scene.now) }
                scene.control.clear()
                scene.control.fail(
                    "/web/harbor", with: .status(200, headers: ["Content-Type": "text/xml"], body: document(items)))
                scene.advance(86_400)
                let shown = try await site.last().items
                result = (shown.map(\.entry.plainTitle), shown.filter(\.isUnread).map(\.entry.plainTitle))
            }
        }
        return (result.all.sorted(), result.unread.sorted())
    }

    @Test(
        "An item with a shared id stays read, once",
        arguments: [
            // The ids collide, and are repaired.
            ["7/perch 7/hover 5/nest", "8/moult 7/perch 5/nest"],
            // They are repaired for the other item.
            ["7/perch 7/hover", "8/moult 7/hover"],
            // They were right before.
            ["7/perch", "7/perch 7/hover", "8/moult 7/perch"],
            ["7/perch", "7/hover 7/perch 7/moult"],
            // They collide again, and dates change.
            ["7/perch/1 7/hover/2", "7/perch/1", "7/perch/3 7/hover/4 8/moult/5"],
            // The id is known to be shared: another item is a new one, and not a revision.
            ["7/perch 7/hover", "7/moult"],
        ])
    func staysRead(documents: [String]) async throws {
        let (all, unread) = try await titles(documents)
        #expect(unread.contains("moult") && !unread.contains("perch"))
        #expect(Set(all).count == all.count, "\(all)")
    }

    @Test("An item with a shared id is new when it first appears beside another one")
    func isNew() async throws {
        #expect(try await titles(["7/perch", "7/perch 7/hover"]).unread == ["hover"])
    }

    @Test("An item with a shared id and its link have several revisions by date")
    func dates() async throws {
        let (all, unread) = try await titles(["7/perch/1 7/perch/2", "7/perch/2", "7/perch/1 7/perch/2 7/perch/3"])
        #expect(all.count == 3 && unread == ["perch"])
    }
}
