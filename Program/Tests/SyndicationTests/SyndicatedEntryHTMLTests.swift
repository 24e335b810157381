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

    @Test("is its text without anything that loads")
    func text() {
        #expect(html { $0.text = "<p>Hello<script>x</script></p>" } == "<p dir=\"auto\">Hello</p>")
    }

    @Test("keeps its lines of code in Atom")
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

    @Test("has the summary where there is no text, escaped")
    func summary() {
        #expect(html { $0.summary = "1 < 2" } == "<p>1 &lt; 2</p>")
        #expect(html { $0.summary = "A title" } == "")
    }

    @Test("ends with numbers, the discussion and a map of the place")
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
