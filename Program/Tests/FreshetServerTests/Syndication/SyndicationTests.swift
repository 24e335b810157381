import Feeds
import Foundation
import News
import Syndication
import Testing
import WebText

@testable import FreshetServer

@Suite("A feed for feed readers") struct SyndicationTests {
    private static func location(_ feed: Feed) -> SyndicatedFeed.Location {
        .init(origin: "http://127.0.0.1:8080", path: feed.address, query: "limit=50&days=30")
    }

    @Test("A feed for feed readers has everything in Atom that RFC 4287 requires", arguments: Feed.all)
    func atom(feed: Feed) async throws {
        try await SampledEnvironment.run { scene in
            let text = SyndicatedFeed(feed, try await scene.state(feed), at: Self.location(feed)).atom
            let root = try XMLTree.read(text)
            #expect(root.name == "feed" && root.attributes["xmlns"] == "http://www.w3.org/2005/Atom")
            #expect(root.count("id") == 1 && root.count("title") == 1 && root.count("updated") == 1)
            #expect(root["link"].map { $0.attributes["rel"] } == ["self", "alternate"])
            #expect(root["entry"].count > 4 && root["entry"].count == Set(root["entry"].map { $0.text("id") }).count)
            for entry in root["entry"] + [root] {
                #expect(try Date(entry.text("updated"), strategy: .iso8601) <= scene.environment.now())
                #expect(entry.text("id").hasPrefix("urn:uuid:") && !entry.text("title").isEmpty)
                #expect(entry["link"].allSatisfy { $0.attributes["href"]?.hasPrefix("http") == true })
            }
        }
    }

    @Test("A feed for feed readers has everything in JSON Feed that version 1.1 requires", arguments: Feed.all)
    func jsonFeed(feed: Feed) async throws {
        try await SampledEnvironment.run { scene in
            let data = try SyndicatedFeed(feed, try await scene.state(feed), at: Self.location(feed)).jsonFeed()
            let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            #expect(root["version"] as? String == "https://jsonfeed.org/version/1.1")
            #expect(root["title"] is String)
            let path = "http://127.0.0.1:8080" + feed.address
            #expect(root["home_page_url"] as? String == path + "?limit=50&days=30")
            #expect(root["feed_url"] as? String == path + ".json?limit=50&days=30")
            let items = try #require(root["items"] as? [[String: Any]])
            #expect(
                items.count > 4
                    && items.allSatisfy { $0["id"] is String && ($0["content_text"] ?? $0["content_html"]) is String })
            #expect(items.compactMap { $0["url"] as? String }.allSatisfy { $0.hasPrefix("http") })
        }
    }

    private static let hostile = "</title><script>alert(1)</script> & \"quoted\" 'too' \u{0}\u{1b}\u{fffe} \u{202e}end"

    private static func stories(_ url: String = "https://example.com/?a=1&b=2") -> FeedState {
        let story = Story(
            id: 7, type: "story", title: hostile, url: URL(string: url)!, author: "<b>", score: 1, comments: 2,
            date: Date(timeIntervalSince1970: 1_790_000_000), text: nil)
        return FeedState(items: [ShownItem(story)], freshness: .fresh, fetchedAt: story.date)
    }

    private static func syndication(_ state: FeedState = stories()) -> SyndicatedFeed {
        SyndicatedFeed(.news, state, at: location(.news))
    }

    @Test("A feed for feed readers keeps hostile text as text, without bidirectional or control characters")
    func hostileText() throws {
        let entry = try #require(try XMLTree.read(Self.syndication().atom)["entry"].first)
        let harmless = "</title><script>alert(1)</script> & \"quoted\" 'too'  end"
        #expect(entry.text("title") == harmless)
        #expect(entry["author"].first?.text("name") == "<b>" && entry["author"].first?.count("uri") == 0)
        let root = try JSONSerialization.jsonObject(with: Self.syndication().jsonFeed()) as? [String: Any]
        #expect((root?["items"] as? [[String: Any]])?.first?["title"] as? String == harmless)
    }

    @Test(
        "A feed for feed readers links to the item's page instead of an invalid address",
        arguments: ["javascript:alert(1)", "data:,x", "x"])
    func foreignScheme(url: String) throws {
        let entry = try #require(try XMLTree.read(Self.syndication(Self.stories(url)).atom)["entry"].first)
        #expect(entry["link"].allSatisfy { $0.attributes["href"] == "https://news.ycombinator.com/item?id=7" })
    }

    @Test("A feed for feed readers links to a story's discussion as well as its target")
    func discussion() throws {
        let entry = try #require(try XMLTree.read(Self.syndication().atom)["entry"].first)
        #expect(entry["link"].map { $0.attributes["rel"] } == ["alternate", "replies"])
        #expect(
            entry["link"].map { $0.attributes["href"] } == [
                "https://example.com/?a=1&b=2", "https://news.ycombinator.com/item?id=7",
            ])
        #expect(entry.text("summary") == "1 point, 2 comments, on example.com.")
    }

    @Test("A feed for feed readers has the whole text of an item, and its summary beside it")
    func wholeText() throws {
        let paragraphs = (1...40).map { "<p>Paragraph \($0) of a text.</p>" }.joined()
        let story = Story(
            id: 7, type: "story", title: "t", url: URL(string: "https://example.com")!, author: nil, score: 1,
            comments: 2, date: Date(timeIntervalSince1970: 60), text: paragraphs + "<script>alert(1)</script>")
        let syndication = Self.syndication(FeedState(items: [ShownItem(story)], freshness: .fresh))
        let entry = try #require(try XMLTree.read(syndication.atom)["entry"].first)
        let content = entry.text("content")
        #expect((1...40).allSatisfy { content.contains(">Paragraph \($0) of a text.</p>") })
        #expect(!content.contains("alert"))
        #expect(entry.text("summary").hasPrefix("1 point"))
        #expect(entry["content"].first?.attributes["type"] == "html")
        let root = try JSONSerialization.jsonObject(with: syndication.jsonFeed()) as? [String: Any]
        let item = try #require((root?["items"] as? [[String: Any]])?.first)
        #expect(item["content_html"] as? String == content && item["content_text"] == nil)
    }

    @Test("A feed for feed readers has the files of an item, except those without a web address")
    func enclosures() throws {
        var entry = Entry(id: "1", kind: .init("article"), title: [.init("An episode")])
        entry.enclosures = [
            .init(URL(string: "https://example.com/a.mp3")!, type: "audio/mpeg", length: 1234, duration: 60),
            .init(URL(string: "file:///etc/passwd")!),
        ]
        let files = SyndicatedEntry(entry, scope: "web", origin: "http://127.0.0.1:8080").enclosures
        #expect(files.map(\.url) == ["https://example.com/a.mp3"])
        #expect(files.first?.type == "audio/mpeg" && files.first?.length == 1234 && files.first?.duration == 60)
    }

    @Test("A feed for feed readers truncates endless titles")
    func endless() throws {
        let words = String(repeating: "x", count: 10_000)
        let story = Story(
            id: 7, type: "story", title: words, url: URL(string: "https://example.com")!, author: words, score: nil,
            comments: nil, date: Date(timeIntervalSince1970: 60), text: nil)
        let state = FeedState(items: [ShownItem(story)], freshness: .fresh)
        #expect(Self.syndication(state).atom.utf8.count < 5000)
    }

    @Test("A feed for feed readers keeps its ids when the server moves to another address")
    func stableNames() {
        let moved = SyndicatedFeed(
            .news, Self.stories(), at: .init(origin: "https://news.example", path: "/news/top", query: ""))
        #expect(moved.id == Self.syndication().id && moved.entries[0].id == Self.syndication().entries[0].id)
        // Readers keep these: another version must not make everything new.
        #expect(moved.entries[0].id == "urn:uuid:327a4aa8-833c-84bf-aef0-cc7ff267bdcf")
    }

    @Test("A feed for feed readers is valid even if nothing was ever fetched")
    func empty() throws {
        let root = try XMLTree.read(Self.syndication(FeedState(freshness: .stored)).atom)
        #expect(root["entry"].isEmpty && root.text("updated") == "1970-01-01T00:00:00Z")
    }

    @Test("A feed for feed readers leaves out dates that RFC 3339 can't represent", arguments: [-1e18, -1, 1e15])
    func impossibleDate(seconds: Double) throws {
        let story = Story(
            id: 7, type: "story", title: "t", url: URL(string: "https://example.com")!, author: nil, score: nil,
            comments: nil, date: Date(timeIntervalSince1970: seconds), text: nil)
        let state = FeedState(
            items: [ShownItem(story)], freshness: .fresh, fetchedAt: Date(timeIntervalSince1970: 60))
        let entry = try #require(try XMLTree.read(Self.syndication(state).atom)["entry"].first)
        #expect(entry.count("published") == 0 && entry.text("updated") == "1970-01-01T00:01:00Z")
    }
}

@Suite("XML") struct XMLTests {
    @Test("XML has replacement characters for characters that XML can't contain")
    func unsayable() throws {
        let text = "a\u{0}\u{1b}\u{fffe}b\tc\r\nd ]]> \u{10ffff} é 🜁"
        let document: XML = "<a b=\"\(text)\">\(text)</a>"
        let root = try XMLTree.read(document.description)
        let sayable = "a\u{fffd}\u{fffd}\u{fffd}b\tc\r\nd ]]> \u{10ffff} é 🜁"
        #expect(root.content == sayable)
        // A parser makes them spaces in attributes (XML 1.0, 3.3.3).
        #expect(root.attributes["b"] == sayable.replacing("\t", with: " ").replacing("\r\n", with: "\r "))
    }
}
