import Foundation
import Testing
import WebFeeds

@Suite("A link in a feed") struct LinkTests {
    private func url(_ link: String, root: String = "") throws -> String? {
        try WebFeed.rss(item: "<title>a</title><link>\(link)</link>", root: root).only.url?.absoluteString
    }

    @Test(
        "A link is relative to the feed's address",
        arguments: [
            ("https://a.example/x", "https://a.example/x"), ("/x", "https://site.example/x"),
            ("x?y=1", "https://site.example/blog/x?y=1"), ("../x", "https://site.example/x"),
            ("//a.example/x", "https://a.example/x"), (" \n https://a.example/\n x ", "https://a.example/ x"),
            ("https://a.example/ü", "https://a.example/%C3%BC"),
            ("https://a.example/ü%20x", "https://a.example/%C3%BC%20x"), ("HTTPS://a.example", "HTTPS://a.example"),
        ])
    func resolved(link: String, url: String) throws {
        #expect(try self.url(link) == url.replacing("/ x", with: "/%20x"))
    }

    @Test("A link is relative to xml:base, the nearest first")
    func base() throws {
        #expect(try url("x", root: "xml:base='https://b.example/c/'") == "https://b.example/c/x")
        #expect(try url("x", root: "xml:base='/c/'") == "https://site.example/c/x")
        let entry =
            "<title>a</title><link xml:base='d/' href='x'/><content type='html' xml:base='e/'>&lt;a href='y'&gt;</content>"
        let item = try WebFeed.atom(entry: entry, root: "xml:base='https://b.example/c/'").only
        #expect(item.url?.absoluteString == "https://b.example/c/d/x")
        #expect(item.content == "<a href='https://b.example/c/e/y'>")
    }

    @Test("A link is relative to the site in RSS and JSON Feed, if the feed names it, and to the feed in Atom")
    func site() throws {
        let text = "&lt;a href='/about/'>&lt;img src='x.png'>"
        let site = "<link>https://b.example/c/</link>"
        let item = try WebFeed.rss(item: "<link>/2026/one/</link><description>\(text)</description>", channel: site)
            .only
        #expect(item.url?.absoluteString == "https://b.example/2026/one/")
        #expect(item.content == "<a href='https://b.example/about/'><img src='https://b.example/c/x.png'>")
        let based = try WebFeed.rss(
            item: "<description>\(text)</description>", channel: site, root: "xml:base='https://d.example/'")
        #expect(try based.only.content?.contains("https://d.example/about/") == true)
        let json = try WebFeed.json(
            item: #""url":"one","content_html":"<a href='/about/'>""#, feed: #","home_page_url":"https://b.example/c/""#
        )
        #expect(try json.only.url?.absoluteString == "https://b.example/c/one")
        #expect(try json.only.content == "<a href='https://b.example/about/'>")
        let atom = try WebFeed.atom(
            entry: "<title>a</title><content type='html'>\(text)</content>", feed: "<link href='https://b.example/c/'/>"
        )
        #expect(try atom.only.content?.contains("https://site.example/about/") == true)
    }

    @Test(
        "A link leads to the web or nowhere",
        arguments: [
            "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "mailto:x@y", "https://", "http:///x", "",
            "ftp://a.example/", "JAVASCRIPT:x", String(repeating: "x", count: 5000),
        ])
    func nowhere(link: String) throws {
        #expect(try url(link) == nil)
    }

    @Test("A link in markup is made absolute, and other text stays as it is")
    func markup() throws {
        func content(_ markup: String) throws -> String? {
            try WebFeed.rss(item: "<link>/a?b=1</link><description><![CDATA[\(markup)]]></description>").only.content
        }
        #expect(try content("<a href=\"/x?a=1&amp;b=2\">") == "<a href=\"https://site.example/x?a=1&amp;b=2\">")
        #expect(try content("<IMG SRC=x.png ALT=y>") == "<IMG SRC=\"https://site.example/blog/x.png\" ALT=y>")
        #expect(try content("<a class='c' href = '#note'>") == "<a class='c' href = 'https://site.example/a?b=1#note'>")
        for same in [
            "<a href=\"https://a.example/\">", "<a href='mailto:x@y'>", "<a href='javascript:x'>", "<a hrefx='/y'>",
            "<a>",
            "text href=\"/x\"", "<a href", "<a href=", "<a href='", "<", "< a href='/x'>", "<a href=''>",
            "<a title='<a href=\"/x\"'>",
        ] {
            #expect(try content(same) == same)
        }
    }

    @Test("A link without a base stays relative, and leads nowhere outside markup")
    func noBase() throws {
        let body = Data(
            "<rss><channel><item><title>a</title><link>/x</link><description>&lt;a href='/y'></description></item></channel></rss>"
                .utf8)
        let item = try WebFeed(parsing: body).only
        #expect(item.url == nil && item.content == "<a href='/y'>")
    }

    @Test("Links in markup stay relative if a long base would multiply its size")
    func longBase() throws {
        let base = "https://site.example/" + String(repeating: "x", count: 3_000) + "/"
        let link = "&lt;a href=a&gt;b&lt;/a&gt;"
        func content(_ count: Int) throws -> String {
            let markup = String(repeating: link, count: count)
            let entry = "<title>t</title><content type=\"html\">\(markup)</content>"
            return try #require(try WebFeed.atom(entry: entry, root: "xml:base=\"\(base)\"").only.content)
        }
        #expect(try content(1) == "<a href=\"\(base)a\">b</a>")
        let many = try content(10_000)
        #expect(many.utf8.count < 10_000 * link.utf8.count * 5)
        #expect(many.hasSuffix("<a href=a>b</a>"))
        #expect(many.matches(of: #/<a /#).count == 10_000)
    }
}
