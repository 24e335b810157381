import Foundation
import Testing
import WebFeeds

@Suite("An item's identity") struct IdentityTests {
    @Test("An item's identity is the id that the feed gives it")
    func declared() throws {
        #expect(
            try WebFeed.rss(item: "<title>a</title><guid> id 1 </guid><link>https://a.example/</link>").only.id
                == "id 1")
        #expect(try WebFeed.atom(entry: "<title>a</title><id>urn:1</id>").only.id == "urn:1")
    }

    @Test("An item's identity is different for ids that differ after a NUL")
    func nul() throws {
        let feed = try WebFeed.json(item: #""id":"a\u0000b","title":"1"},{"id":"a\u0000c","title":"2""#)
        #expect(Set(feed.items.map(\.id)).count == 2 && feed.items.allSatisfy { !$0.id.contains("\0") })
    }

    @Test("An item without an id has its link as its identity, without the parts that sites vary")
    func link() throws {
        func id(_ link: String) throws -> String {
            try WebFeed.rss(item: "<title>a</title><link>\(link)</link>").only.id
        }
        #expect(try id("https://a.example/1?id=2") == "https://a.example/1?id=2")
        #expect(try id("http://a.example/1?utm_source=x&amp;id=2&amp;fbclid=y#c") == "https://a.example/1?id=2#c")
        #expect(try id("http://a.example/1?utm_source=x") == "https://a.example/1")
    }

    @Test("An item without id and link has a fingerprint of title, date and text as its identity")
    func fingerprint() throws {
        let parts = [
            "<title>a</title>", "<pubDate>Sat, 21 Nov 2026 10:32:00 GMT</pubDate>", "<description>b</description>",
        ]
        let id = try WebFeed.rss(item: parts.joined()).only.id
        #expect(id.hasPrefix("urn:uuid:"))
        #expect(try WebFeed.rss(item: parts.reversed().joined()).only.id == id)
        for (index, other) in ["<title>x</title>", "<pubDate>21 Nov 2026</pubDate>", "<description>c</description>"]
            .enumerated()
        {
            var changed = parts
            changed[index] = other
            #expect(try WebFeed.rss(item: changed.joined()).only.id != id)
        }
    }

    @Test("An item's identity is a link only if the feed declares it")
    func permaLink() throws {
        func item(_ guid: String) throws -> WebFeedItem { try WebFeed.rss(item: "<title>a</title>" + guid).only }
        #expect(try item("<guid>https://a.example/1</guid>").url?.absoluteString == "https://a.example/1")
        #expect(try item("<guid isPermaLink=\"true\">https://a.example/1</guid>").url != nil)
        #expect(try item("<guid isPermaLink=\"false\">https://a.example/1</guid>").url == nil)
        #expect(try item("<guid>1</guid>").url == nil)
        let both = try item("<guid>https://a.example/1</guid><link>https://a.example/2</link>")
        #expect(both.url?.path == "/2" && both.id == "https://a.example/1")
    }

    @Test("An item's identity is unique in its feed")
    func unique() throws {
        func feed(_ items: String...) throws -> WebFeed {
            try WebFeed(text: "<rss><channel>" + items.map { "<item>\($0)</item>" }.joined() + "</channel></rss>")
        }
        let links = try feed(
            "<guid>1</guid><link>https://a.example/1</link>", "<guid>1</guid><link>https://a.example/2</link>")
        #expect(links.items.map(\.id) == ["1 https://a.example/1", "1 https://a.example/2"] && links.skipped == 0)
        let dates = try feed(
            "<guid>1</guid><title>a</title><pubDate>2026-11-21</pubDate>",
            "<guid>1</guid><title>b</title><pubDate>2026-11-20</pubDate>")
        let both = try feed(
            "<guid>1</guid><link>https://a.example/1</link><pubDate>2026-11-21</pubDate>",
            "<guid>1</guid><link>https://a.example/2</link><pubDate>2026-11-20</pubDate>")
        #expect(both.items.map(\.id) == ["1 https://a.example/1", "1 https://a.example/2"])
        #expect(dates.items.map(\.id) == ["1 2026-11-21T00:00:00Z", "1 2026-11-20T00:00:00Z"])
        let same = try feed("<guid>1</guid><title>a</title>", "<guid>1</guid><title>a</title>")
        #expect(same.items.map(\.id) == ["1"] && same.skipped == 1)
    }

    @Test("An item's identity belongs to the newest of several revisions")
    func revisions() throws {
        let entries = [("old", 1), ("new", 3), ("older", 0)].map {
            "<entry><id>1</id><title>\($0.0)</title><updated>2026-11-2\($0.1)T00:00:00Z</updated></entry>"
        }
        let feed = try WebFeed(text: "<feed xmlns='http://www.w3.org/2005/Atom'>\(entries.joined())</feed>")
        #expect(try feed.only.title == "new" && feed.skipped == 2)
    }
}
