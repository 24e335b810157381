import ArgumentParser
import Catalog
import FeedStore
import Feeds
import Foundation
import Search
import Testing

@testable import FreshetCommand

@Suite("The option --format")
struct ItemFormatTests {
    private func line(_ format: String) throws -> String {
        let feed = try #require(ReaderScene.repository)
        let item = ReaderScene().item("7", in: feed, title: "A\ttitle\u{1B}[31m") { $0.author = .init(name: "ann") }
        return try ItemFormat(format).line(item)
    }

    @Test("--format replaces fields, and escapes of tabs, line feeds and braces")
    func fields() throws {
        #expect(try line("{title}\\t{url}") == "A title\thttps://a.example/7")
        #expect(try line("{id} by {author} in {feed}: {state}{saved}") == "7 by ann in github/octo/harbor: unread")
        #expect(try line("\\{x\\}\\n\\\\") == "{x}\n\\")
    }

    @Test("--format names a web feed by its address")
    func address() throws {
        let feed = try #require(FeedCatalog.all.feed(FeedKey("web/https%3A%2F%2Fa.example%2Ffeed")))
        let item = ReaderScene().item("7", in: feed)
        #expect(try ItemFormat("{feed}").line(item) == "https://a.example/feed")
        #expect(item.suggestedRule == "mute kind:note in:https://a.example/feed")
        let line = "2026-01-01T00:00:00Z\thttps://a.example/feed\tTitle\thttps://a.example/7\t7"
        #expect(try ItemLines(line, in: nil).references == [ItemReference(id: "7", feed: feed.key)])
        let rule = try FeedCatalog.all.rule("mute x in:https://a.example/feed") { $0.key }
        #expect(rule.text.contains("web/https%3A") && rule.readableText == "mute x in:https://a.example/feed")
    }

    @Test("An unknown word is answered with at most five of many choices, the nearest ones")
    func nearest() {
        let choices = (0..<60).map { "feed-\($0)" } + ["news/top"]
        let words = UnknownWord("news/topp", is: "feed", among: choices, atMost: 5).description
        #expect(words.contains("Did you mean “news/top”? Choose from: news/top, ") && words.contains(" and 56 others."))
        #expect(UnknownWord("x", is: "list", among: ["a", "b"]).description.hasSuffix("Choose from: a, b."))
    }

    @Test("--format lists the addresses of an item's files")
    func enclosures() throws {
        let feed = try #require(ReaderScene.repository)
        let files = try ["a.mp3", "b.mp4"].map { try #require(URL(string: "https://a.example/" + $0)) }
        let item = ReaderScene().item("7", in: feed) { $0.enclosures = files.map { Entry.Enclosure($0) } }
        let line = try ItemFormat("{id}\\t{enclosures}").line(item)
        #expect(line == "7\thttps://a.example/a.mp3 https://a.example/b.mp4")
    }

    @Test("Sizes of files are in the unit that needs the fewest digits")
    func sizes() {
        let sizes = [0, 999, 1_000, 31_400_000, 999_600_000, 1_250_000_000, .max]
        #expect(
            sizes.map { ByteCount($0).words } == ["0 B", "999 B", "1.0 kB", "31 MB", "1.0 GB", "1.3 GB", "9223372 TB"])
    }

    @Test("--format refuses unknown fields and escapes, and names the fields", arguments: ["{nope}", "\\x", "end\\"])
    func unknown(format: String) {
        let error = #expect(throws: ValidationError.self) { try ItemFormat(format) }
        #expect(error?.message.contains("{title} {url}") == true)
    }

    @Test("--format says where a brace is missing", arguments: ["{title", "{id} {title\\t"])
    func unclosed(format: String) {
        let error = #expect(throws: ValidationError.self) { try ItemFormat(format) }
        #expect(error?.message.contains("no } after {title") == true)
    }
}
