import Foundation
import Testing
import WebFeeds

@Suite("The beginning of a document") struct DocumentStartTests {
    private static let rss = "<rss version='2.0'><channel><title>T</title><item><title>a</title></item></channel></rss>"
    private static let json =
        #"{"version":"https://jsonfeed.org/version/1","title":"T","items":[{"id":"1","title":"a"}]}"#

    @Test(
        "A message before a feed is left out, before XML and JSON",
        arguments: [
            "Warning: x & y in feed.php\n", "<br />\n<b>Notice</b>: Undefined <i>index</i> in <b>/x.php</b><br />\n",
            "<!-- cached -->\n<p>x</p>", "\n\u{feff}\n", "[12:00] {x} started\n", "<script>if (a < b) {}</script>",
            String(repeating: "<b>Warning</b>: x<br>\n", count: 2000), "\0\0 ",
        ], ["<?xml version='1.0' encoding='utf-8'?>" + rss, rss, json])
    func message(junk: String, document: String) throws {
        let feed = try WebFeed(text: junk + document)
        #expect(feed.title == "T" && feed.items.map(\.title) == ["a"])
    }

    @Test("A message before a feed may be another JSON object")
    func object() throws {
        let feed = try WebFeed(text: #"Debug: {"memory":1} {"time":2}"# + Self.json)
        #expect(feed.format == .jsonFeed && feed.title == "T")
    }

    @Test("A whole web page or a long text before a feed isn't left out")
    func page() {
        for page in [
            "<!doctype html><html><pre><rss > & {", "<p></p><html>\(Self.rss)", "<html><script>var x = \(Self.json)",
        ] {
            #expect(throws: WebFeedError.self) { try WebFeed(text: page) }
        }
        let long = String(repeating: "x ", count: 100_000)
        #expect(throws: WebFeedError.self) { try WebFeed(text: long + Self.rss) }
        #expect(throws: WebFeedError.self) { try WebFeed(text: long + Self.json) }
    }

    @Test("A message before a list of feeds is left out")
    func list() throws {
        let opml = "<opml version='2.0'><body><outline text='a' xmlUrl='https://a.example/'/></body></opml>"
        #expect(try OPML(parsing: Data(("<br><b>Notice</b>: x\n" + opml).utf8)).feeds.count == 1)
    }
}
