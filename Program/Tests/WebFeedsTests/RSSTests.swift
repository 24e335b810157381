import Foundation
import Testing
import WebFeeds

@Suite("An RSS feed") struct RSSTests {
    @Test("An RSS feed describes itself in its channel")
    func channel() throws {
        let feed = try WebFeed.rss(
            item: "<title>a</title>",
            channel: """
                <link>/home</link><description>Tides &amp;amp; <b>moons</b></description><language>en-us</language>
                <ttl>90</ttl><skipHours><hour>0</hour><hour>24</hour><hour>23</hour><hour>x</hour></skipHours>
                <skipDays><day>Sunday</day><day>Sat</day><day>Someday</day></skipDays>
                <sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency>
                <image><url>/logo.png</url><title>Not this</title><link>/not-this</link></image>
                <atom:link rel="self" href="https://site.example/self.xml"/><atom:link rel="hub" href="https://hub.example/"/>
                """)
        #expect(feed.format == .rss && feed.title == "T" && feed.subtitle == "Tides & moons")
        #expect(feed.homePage?.absoluteString == "https://site.example/home")
        #expect(feed.feedURL?.absoluteString == "https://site.example/self.xml")
        #expect(feed.icon?.absoluteString == "https://site.example/logo.png" && feed.language == "en-us")
        #expect(feed.pacing.ttl == 5400 && feed.pacing.updateInterval == 21_600)
        #expect(feed.pacing.skipHours == [0, 23] && feed.pacing.skipDays == [0, 6])
        #expect(feed.repairs == 0 && feed.skipped == 0)
    }

    @Test("An RSS feed has items with every element of RSS and its modules")
    func item() throws {
        let item = try WebFeed.rss(
            item: """
                <title>Tides &amp;amp; &lt;em&gt;moons&lt;/em&gt;</title><link> https://site.example/a </link>
                <guid isPermaLink="false">id-1</guid><comments>https://site.example/a#comments</comments>
                <author>mira@site.example (Mira)</author><category>Sea</category><category>Sea</category>
                <category>Sky &amp;amp; stars</category><pubDate>Sat, 21 Nov 2026 10:32:00 GMT</pubDate>
                <description>Short</description><content:encoded><![CDATA[<p>Long</p>]]></content:encoded>
                <enclosure url="/a.mp3" type="audio/mpeg" length="1000"/><itunes:duration>1:02:03</itunes:duration>
                <media:thumbnail url="https://site.example/a.jpg"/>
                """
        ).only
        #expect(item.id == "id-1" && item.title == "Tides & moons")
        #expect(item.url?.absoluteString == "https://site.example/a")
        #expect(item.discussion?.absoluteString == "https://site.example/a#comments")
        #expect(item.authors == [.init(name: "Mira")] && item.tags == ["Sea", "Sky & stars"])
        #expect(item.published == Date(timeIntervalSince1970: 1_795_257_120) && item.updated == nil)
        #expect(item.content == "<p>Long</p>" && item.summary == "Short")
        let file = try #require(URL(string: "https://site.example/a.mp3"))
        #expect(item.enclosures == [.init(url: file, type: "audio/mpeg", length: 1000, duration: 3723)])
        #expect(item.image?.absoluteString == "https://site.example/a.jpg")
    }

    @Test("An item prefers content:encoded to the description, whichever comes first")
    func encoded() throws {
        let parts = ["<content:encoded>full</content:encoded>", "<description>short</description>"]
        for body in [parts.joined(), parts.reversed().joined()] {
            let item = try WebFeed.rss(item: body).only
            #expect(item.content == "full" && item.summary == "short")
        }
        let item = try WebFeed.rss(item: parts[1]).only
        #expect(item.content == "short" && item.summary == nil)
    }

    @Test("An RSS feed of version 0.9x is read")
    func old() throws {
        let feed = try WebFeed(
            text: """
                <?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" \
                "http://my.netscape.com/publish/formats/rss-0.91.dtd"><rss version="0.91"><channel><title>Caf&eacute;</title>\
                <item><title>one</title><link>http://site.example/1</link></item></channel></rss>
                """)
        #expect(feed.title == "Café" && feed.items.map(\.id) == ["https://site.example/1"] && feed.repairs == 1)
    }

    @Test(
        "An RSS feed of version 1.0 or 0.90 is RDF",
        arguments: ["http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/"])
    func rdf(namespace: String) throws {
        let feed = try WebFeed(
            text: """
                <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="\(namespace)" \
                xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://site.example/"><title>R</title>\
                <link>https://site.example/</link><items><rdf:Seq><rdf:li resource="https://site.example/1"/></rdf:Seq></items>\
                </channel><image><url>/i.png</url></image><item rdf:about="urn:1"><title>one</title>\
                <link>https://site.example/1</link><dc:creator>Mira</dc:creator><dc:date>2026-11-21</dc:date>\
                <dc:subject>Sea</dc:subject></item></rdf:RDF>
                """)
        #expect(feed.format == .rdf && feed.title == "R" && feed.homePage?.host == "site.example")
        #expect(feed.icon?.path == "/i.png")
        let item = try feed.only
        #expect(
            item.id == "urn:1" && item.title == "one" && item.authors.map(\.name) == ["Mira"] && item.tags == ["Sea"])
        #expect(item.published == Date(timeIntervalSince1970: 1_795_219_200))
    }

    @Test("An RSS feed of version 1.1 has its items inside an element of their own")
    func rss11() throws {
        let feed = try WebFeed(
            text: """
                <Channel xmlns="http://purl.org/net/rss1.1#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" \
                rdf:about="https://site.example/feed"><title>R</title><link>https://site.example/</link><description>d</description>\
                <image rdf:parseType="Resource"><title>i</title><url>/i.png</url></image><items rdf:parseType="Collection">\
                <item rdf:about="https://site.example/1"><title>one</title><link>https://site.example/1</link></item>\
                <item rdf:about="https://site.example/2"><title>two</title><link>https://site.example/2</link></item></items></Channel>
                """)
        #expect(feed.title == "R" && feed.homePage?.host == "site.example" && feed.icon?.path == "/i.png")
        #expect(feed.items.map(\.title) == ["one", "two"] && feed.items.map(\.url?.path) == ["/1", "/2"])
        #expect(feed.items.first?.id == "https://site.example/1")
    }

    @Test("An RSS feed ignores elements of other vocabularies and all they contain")
    func foreign() throws {
        let item = try WebFeed.rss(
            item: """
                <x:title xmlns:x="urn:x">wrong</x:title><x:v xmlns:x="urn:x"><title>wrong</title><link>https://x.example</link></x:v>
                <title>right</title><source url="https://x.example/feed"><title>wrong</title></source>
                """
        ).only
        #expect(item.title == "right" && item.url == nil)
    }

    @Test("An RSS feed may use the prefixes of its modules without declaring them")
    func undeclared() throws {
        let feed = try WebFeed(
            text: "<rss><channel><item><title>a</title><dc:creator>Mira</dc:creator></item></channel></rss>")
        #expect(try feed.only.authors.map(\.name) == ["Mira"] && feed.repairs > 0)
    }

    @Test("An RSS feed counts an item with nothing to show as skipped")
    func nothing() throws {
        let feed = try WebFeed(
            text:
                "<rss><channel><item/><item><pubDate>now</pubDate></item><item><title>a</title></item></channel></rss>")
        #expect(feed.items.count == 1 && feed.skipped == 2)
    }

    @Test(
        "An RSS feed has the names of authors in many forms",
        arguments: [
            ("mira@site.example (Mira)", "Mira"), ("Mira <mira@site.example>", "Mira"), ("Mira", "Mira"),
            ("mira@site.example", "mira@site.example"), ("<mira@site.example>", "mira@site.example"),
            ("Mira (the second)", "Mira (the second)"), ("Mira &amp; Noa", "Mira & Noa"),
        ])
    func author(text: String, name: String) throws {
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        #expect(try WebFeed.rss(item: "<author>\(escaped)</author><title>a</title>").only.authors.map(\.name) == [name])
    }

    @Test(
        "An RSS feed has titles in text or HTML",
        arguments: [
            ("a &amp;amp; b", "a & b"), ("a &amp; b", "a & b"), ("a &lt;b&gt;b&lt;/b&gt;", "a b"),
            ("1 &lt; 2", "1 < 2"),
            ("Array&lt;Int&gt; and Dictionary&lt;K, V&gt;", "Array<Int> and Dictionary<K, V>"),
            ("<![CDATA[a &amp; <i>b</i>]]>", "a & b"), ("  two\n lines ", "two lines"), ("a <b>b</b> c", "a b c"),
            ("&amp;#8217;tis", "’tis"), ("a\u{202e}b", "ab"),
        ])
    func title(xml: String, title: String) throws {
        #expect(try WebFeed.rss(item: "<title>\(xml)</title>").only.title == title)
    }
}
