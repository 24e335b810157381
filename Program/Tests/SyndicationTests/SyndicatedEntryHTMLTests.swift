import Feeds
import Foundation
import Syndication
import Testing

@Suite("The markup of an entry")
struct SyndicatedEntryHTMLTests {
    private func html(_ change: (inout Entry) -> Void) -> String {
        var entry = Entry(id: "1", kind: .init("story"), title: [.init("A title")])
        entry.link = .web(URL(filePath: "/").absoluteURL)
        change(&entry)
        return SyndicatedEntry(entry, scope: "news", origin: "http://127.0.0.1:1").html
    }

    @Test("The markup of an entry is its text without anything that loads")
    func text() {
        #expect(html { $0.text = "<p>Hello<script>x</script></p>" } == "<p dir=\"auto\">Hello</p>")
    }

    @Test("The markup of an entry keeps its lines of code in Atom")
    func lines() throws {
        var entry = Entry(id: "1", kind: .init("story"), title: [.init("A title")])
        entry.text = "<h2>A</h2><pre><code class='language-swift'>let a\n\tlet b</code></pre>"
        let feed = SyndicatedFeed(
            id: "urn:1", title: "T", publisher: "P",
            entries: [SyndicatedEntry(entry, scope: "news", origin: "http://127.0.0.1:1")],
            began: Date(timeIntervalSince1970: 0),
            at: SyndicatedFeed.Location(origin: "http://127.0.0.1:1", path: "/a"))
        #expect(feed.atom.contains("&lt;code class=&quot;language-swift&quot;&gt;let a\n    let b&lt;/code&gt;"))
        #expect(feed.atom.contains("&lt;h2 dir=&quot;auto&quot;&gt;A&lt;/h2&gt;"))
    }

    @Test("The markup of an entry has the other items of its story, in the text and as links")
    func voices() throws {
        var entry = Entry(id: "1", kind: .init("story"), title: [.init("A title")])
        entry.summary = "1 < 2"
        var other = Entry(id: "2", kind: .init("story"), title: [.init("Another <title>")])
        other.link = .web(try #require(URL(string: "https://news.example/item?id=1&x=2")))
        let alone = Entry(id: "3", kind: .init("story"), title: [.init("No page")])
        let origin = "http://127.0.0.1:1"
        let voices = [other, alone].map { SyndicatedVoice($0, source: "A & B", origin: origin) }
        let told = SyndicatedEntry(entry, scope: "news", id: "0", origin: origin, voices: voices)
        let list = """
            <p>1 &lt; 2</p><p>Also told by:</p><ul>\
            <li><a href="https://news.example/item?id=1&amp;x=2">Another &lt;title&gt;</a> (A &amp; B)</li>\
            <li>No page (A &amp; B)</li></ul>
            """
        #expect(told.content == list && told.html == list)
        var first = entry
        first.id = "0"
        #expect(told.id == SyndicatedEntry(first, scope: "news", origin: origin).id)
        let syndicated = SyndicatedFeed(
            id: "urn:1", title: "T", publisher: "P", entries: [told], began: Date(timeIntervalSince1970: 0),
            at: SyndicatedFeed.Location(origin: origin, path: "/a"))
        let link = """
            <link rel="related" type="text/html" href="https://news.example/item?id=1&amp;x=2" title="Another &lt;title&gt;"/>
            """
        #expect(syndicated.atom.contains(link) && syndicated.atom.components(separatedBy: "related").count == 2)
        let json = String(decoding: try syndicated.jsonFeed(), as: UTF8.self)
        #expect(json.contains(#""_voices":["#) && json.contains(#""title":"No page""#))
    }

    @Test("The markup of an entry without text has the summary, escaped")
    func summary() {
        #expect(html { $0.summary = "1 < 2" } == "<p>1 &lt; 2</p>")
        #expect(html { $0.summary = "A title" } == "")
    }

    @Test("The markup of an entry ends with numbers, the discussion and a map of the place")
    func facts() throws {
        let discussion = try #require(URL(string: "https://news.example/item?id=1&x=2"))
        let html = html { entry in
            entry.link = .web(discussion.deletingLastPathComponent())
            entry.discussion = discussion
            entry.measures = [
                .init("points", 120, unit: .init("point", "points")), .init("comments", nil, unit: .init("comment")),
                .init("magnitude", 4, unit: .init(""), showsTenths: true),
            ]
            entry.location = .init(position: .init(latitude: 38.5, longitude: -121.25))
        }
        #expect(
            html == """
                <p>120 points · magnitude 4.0 · <a href="https://news.example/item?id=1&amp;x=2">Discussion</a> · \
                <a href="https://www.openstreetmap.org/?mlat=38.5&amp;mlon=-121.25#map=6/38.5/-121.25">38.5° N 121.3° W</a></p>
                """)
    }
}
