import Foundation
import Testing
import WebFeeds

@Suite("An Atom feed") struct AtomTests {
    @Test("An Atom feed describes itself")
    func feed() throws {
        let feed = try WebFeed.atom(
            entry: "<title>a</title>",
            feed: """
                <subtitle type="html">About &lt;b&gt;tides&lt;/b&gt;</subtitle><link href="/"/><link rel="self" href="/self"/>
                <link rel="alternate" type="application/json" href="/api"/><icon>/icon.png</icon><logo>/logo.png</logo>
                """,
            root: "xml:lang=\"en\"")
        #expect(feed.format == .atom && feed.title == "T" && feed.subtitle == "About tides" && feed.language == "en")
        #expect(feed.homePage?.absoluteString == "https://site.example/" && feed.feedURL?.path == "/self")
        #expect(feed.icon?.path == "/icon.png")
    }

    @Test("An Atom feed has entries with every element of Atom")
    func entry() throws {
        let item = try WebFeed.atom(
            entry: """
                <id>tag:site.example,2026:1</id><title type="text">a &lt;b&gt;</title>
                <link rel="related" href="https://else.example/"/><link rel="alternate" type="application/pdf" href="/a.pdf"/>
                <link type="text/html" href="/a"/><link rel="replies" type="text/html" href="/a#talk"/>
                <link rel="replies" type="application/atom+xml" href="/a.atom"/>
                <link rel="enclosure" href="/a.mp3" type="audio/mpeg" length="7"/>
                <published>2026-11-21T10:32:00Z</published><updated>2026-11-21T11:32:00+01:00</updated>
                <author><name>Mira</name><uri>/mira</uri><email>x@y</email></author><author><name>Noa</name></author>
                <category term="sea" label="The sea"/><category term="sky"/>
                <summary>1 &lt; 2</summary><content type="html">&lt;p&gt;x&lt;/p&gt;</content>
                """
        ).only
        #expect(item.id == "tag:site.example,2026:1" && item.title == "a <b>" && item.url?.path == "/a")
        #expect(item.related?.host == "else.example" && item.discussion?.absoluteString.hasSuffix("/a#talk") == true)
        #expect(item.published == Date(timeIntervalSince1970: 1_795_257_120) && item.updated == item.published)
        #expect(
            item.authors == [.init(name: "Mira", url: URL(string: "https://site.example/mira")), .init(name: "Noa")])
        #expect(item.tags == ["The sea", "sky"] && item.enclosures.map(\.length) == [7])
        #expect(item.summary == "1 &lt; 2" && item.content == "<p>x</p>")
    }

    @Test("An Atom feed has text as text, HTML or XHTML")
    func texts() throws {
        func content(_ element: String) throws -> String? {
            try WebFeed.atom(entry: "<title>a</title>" + element).only.content
        }
        #expect(try content("<content>1 &lt; 2 &amp; 3</content>") == "1 &lt; 2 &amp; 3")
        #expect(try content("<content type='text'>a\n\nb\nc</content>") == "<p>a</p><p>b<br>c</p>")
        #expect(try content("<content type='html'>&lt;i&gt;a&lt;/i&gt; &amp;amp;</content>") == "<i>a</i> &amp;")
        let xhtml = """
            <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p class="x">1 &lt; 2 <br/><a href="/b?c=1&amp;d=2">b</a>\
            </p><div>inner</div></div></content>
            """
        #expect(
            try content(xhtml)
                == "<p class=\"x\">1 &lt; 2 <br><a href=\"https://site.example/b?c=1&amp;d=2\">b</a></p><div>inner</div>"
        )
        #expect(try content("<content type='image/png'>AAAA</content>") == nil)
        let title = "<title type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>a <em>b</em> &amp;amp;</div></title>"
        #expect(try WebFeed.atom(entry: title).only.title == "a b &amp;")
    }

    @Test("An entry inherits the feed's authors")
    func authors() throws {
        let feed = "<author><name>Mira</name></author>"
        #expect(try WebFeed.atom(entry: "<title>a</title>", feed: feed).only.authors.map(\.name) == ["Mira"])
        let entry = "<title>a</title><author><name>Noa</name></author>"
        #expect(try WebFeed.atom(entry: entry, feed: feed).only.authors.map(\.name) == ["Noa"])
    }

    @Test("An entry takes the address of external content as its page, and reads a video's media group")
    func media() throws {
        let source = try WebFeed.atom(entry: "<title>a</title><content type='text/html' src='/a.html'/>").only
        #expect(source.url?.path == "/a.html" && source.content == nil)
        let video = try WebFeed.atom(
            entry: """
                <link rel="alternate" href="/watch?v=1"/><media:group><media:title>A video</media:title>
                <media:content url="https://v.example/1" type="video/mp4" duration="61"/><media:thumbnail url="/1.jpg"/>
                <media:description>About\nit</media:description></media:group>
                """
        ).only
        #expect(video.title == "A video" && video.image?.path == "/1.jpg" && video.content == "<p>About<br>it</p>")
        #expect(video.enclosures.map(\.duration) == [61])
    }

    @Test("An Atom feed of version 0.3 is read")
    func old() throws {
        let feed = try WebFeed(
            text: """
                <feed version="0.3" xmlns="http://purl.org/atom/ns#" xml:lang="de"><title mode="escaped" type="text/html">A &amp;amp; B</title>
                <tagline>old</tagline><link rel="alternate" type="text/html" href="https://site.example/"/><entry>
                <title>one</title><link rel="alternate" type="text/html" href="https://site.example/1"/><id>1</id>
                <issued>2004-05-06T07:08:09+02:00</issued><modified>2004-05-06T08:08:09Z</modified>
                <content type="text/html" mode="escaped">&lt;p&gt;a&lt;/p&gt;</content></entry><entry><id>2</id>
                <content type="application/xhtml+xml" mode="xml"><div xmlns="http://www.w3.org/1999/xhtml"><p>b</p></div></content>
                </entry><entry><id>3</id><title>c</title><content mode="base64">AAAA</content></entry></feed>
                """)
        #expect(feed.title == "A & B" && feed.subtitle == "old" && feed.items.map(\.id) == ["1", "2", "3"])
        #expect(feed.items.map(\.content) == ["<p>a</p>", "<p>b</p>", nil])
        #expect(feed.items[0].published == Date(timeIntervalSince1970: 1_083_820_089))
        #expect(feed.items[0].updated == Date(timeIntervalSince1970: 1_083_830_889))
    }

    @Test("An Atom feed may lack its namespace, or use a prefix")
    func namespaces() throws {
        let none = try WebFeed(text: "<feed><title>T</title><entry><id>1</id><title>a</title></entry></feed>")
        let prefix = try WebFeed(
            text: """
                <a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>T</a:title><a:entry><a:id>1</a:id><a:title>a</a:title>\
                </a:entry></a:feed>
                """)
        for feed in [none, prefix] { #expect(feed.title == "T" && feed.items.map(\.id) == ["1"]) }
    }
}
