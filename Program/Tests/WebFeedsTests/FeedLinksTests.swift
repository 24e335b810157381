import Foundation
import Testing
import WebFeeds

@Suite("The feeds that a page names") struct FeedLinksTests {
    private func links(_ markup: String, charset: String? = nil) -> FeedLinks {
        FeedLinks(inPage: Data(markup.utf8), charset: charset, address: URL(string: "https://site.example/blog/"))
    }

    @Test("A page's feeds come in its order, with title and type")
    func order() {
        let page = links(
            """
            <!doctype html><title>Tides &amp; moons</title><link rel="alternate" type="application/atom+xml" title="Posts &amp; more" href="/atom.xml">
            <LINK REL='ALTERNATE home' TYPE='application/rss+xml; charset=utf-8' HREF='rss?a=1&amp;b=2'/>
            <link rel=alternate type=application/feed+json href=https://else.example/feed.json><link rel="alternate" type="application/atom+xml" href="/atom.xml">
            """)
        #expect(page.title == "Tides & moons")
        #expect(
            page.links.map(\.url.absoluteString) == [
                "https://site.example/atom.xml", "https://site.example/blog/rss?a=1&b=2",
                "https://else.example/feed.json",
            ])
        #expect(page.links.map(\.title) == ["Posts & more", nil, nil])
        #expect(page.links.map(\.type) == ["application/atom+xml", "application/rss+xml", "application/feed+json"])
    }

    @Test("A page's feeds are relative to the page's base, the first of several")
    func base() {
        let link = "<link rel=alternate type=application/rss+xml href=rss>"
        #expect(
            links("<base href='https://b.example/c/'><base href='/d/'>" + link).links.map(\.url.absoluteString) == [
                "https://b.example/c/rss"
            ])
        #expect(links("<base href='/c/'>" + link).links.map(\.url.absoluteString) == ["https://site.example/c/rss"])
        #expect(links("<base target=_top>" + link).links.map(\.url.absoluteString) == ["https://site.example/blog/rss"])
    }

    @Test(
        "A page's feeds don't include other links",
        arguments: [
            "<link rel=stylesheet type=application/rss+xml href=a>",
            "<link rel='alternate stylesheet' type=application/rss+xml href=a>",
            "<link rel=alternate type=text/html href=a>", "<link rel=alternate type=application/json href=/wp-json/>",
            "<link rel=alternate href=a>", "<link rel=alternate type=application/rss+xml href=javascript:x>",
            "<link rel=alternate type=application/rss+xml>", "<a rel=alternate type=application/rss+xml href=a>",
            "<script>'<link rel=alternate type=application/rss+xml href=a>'</script>",
            "<!-- <link rel=alternate type=application/rss+xml href=a> -->", "",
        ])
    func none(markup: String) { #expect(links(markup).links.isEmpty) }

    @Test("A page's feeds may be among its links to JSON, which are listed apart")
    func json() {
        let page = links(
            """
            <link rel=alternate type=application/json href=feed.json title=a><link rel=alternate type=application/json href=feed.json>
            <link rel="https://api.w.org/" type=application/json href=/wp-json/><link rel=alternate type=application/json+oembed href=x>
            """)
        #expect(page.links.isEmpty && page.jsonLinks.map(\.title) == ["a"])
        #expect(page.jsonLinks.map(\.url.absoluteString) == ["https://site.example/blog/feed.json"])
    }

    @Test("A page's feeds have titles in the page's encoding")
    func encoding() {
        let bytes = Data("<meta charset=\"windows-1252\"><title>caf".utf8) + Data([0xe9])
        #expect(FeedLinks(inPage: bytes + Data("</title>".utf8), address: nil).title == "café")
        #expect(
            FeedLinks(inPage: Data("<title>caf".utf8) + Data([0xe9]), charset: "latin1", address: nil).title == "café")
    }
}
