import Foundation
import Testing
import WebFeeds

@Suite("A text in a feed") struct TextTests {
    @Test(
        "A text is shown without the markers of CDATA that were escaped",
        arguments: [
            ("&lt;![CDATA[Kestrels hover.]]&gt;", "Kestrels hover."),
            ("&lt;![CDATA[&lt;p&gt;a&lt;/p&gt;]]&gt;", "<p>a</p>"),
            ("<![CDATA[<![CDATA[a]]]]><![CDATA[>]]>", "a"), ("a &lt;![CDATA[b]]&gt; c", "a b c"),
            ("&lt;![CDATA[a", "a"),
            ("&lt;![CDATA[a]]&gt;&lt;![CDATA[b]]&gt;", "ab"), ("a ]]&gt;", "a ]]>"),
        ])
    func sectionMarkers(xml: String, content: String) throws {
        #expect(try WebFeed.rss(item: "<description>\(xml)</description>").only.content == content)
    }

    @Test("A text is found in older elements, and if its type is empty")
    func older() throws {
        #expect(try WebFeed.rss(item: "<fullitem>&lt;p>a&lt;/p></fullitem>").only.content == "<p>a</p>")
        #expect(try WebFeed.rss(item: "<body><p>a</p></body>").only.content == "<p>a</p>")
        #expect(try WebFeed.rss(item: "<summary>a</summary>").only.content == "a")
        #expect(try WebFeed.rss(item: "<summary>a</summary><description>b</description>").only.content == "b")
        #expect(try WebFeed.rss(item: "<title>a</title><dc:author>b</dc:author>").only.authors.map(\.name) == ["b"])
        #expect(try WebFeed.atom(entry: "<title type=''>a</title>").only.title == "a")
    }

    @Test("A text has no escaped CDATA markers around it, in any element")
    func everywhere() throws {
        func wrapped(_ text: String) -> String { "&lt;![CDATA[\(text)]]&gt;" }
        let item = try WebFeed.rss(
            item: """
                <title>\(wrapped("a"))</title><link>\(wrapped("https://a.example/"))</link><guid>\(wrapped("1"))</guid>
                <pubDate>\(wrapped("21 Nov 2026"))</pubDate>
                """
        ).only
        #expect(item.title == "a" && item.url?.host() == "a.example" && item.id == "1" && item.published != nil)
        #expect(try WebFeed.json(item: #""id":"1","content_html":"<![CDATA[a]]>""#).only.content == "a")
        #expect(try WebFeed.atom(entry: "<title>How &lt;![CDATA[ works</title>").only.title == "How <![CDATA[ works")
    }
}
