import Foundation
import Testing
import WebFeeds

@Suite("A list of feeds in OPML") struct OPMLTests {
    private func list(_ body: String, head: String = "<title>My feeds</title>") throws -> OPML {
        try OPML(
            parsing: Data(
                "<?xml version='1.0'?><opml version='2.0'><head>\(head)</head><body>\(body)</body></opml>".utf8))
    }

    @Test("has feeds in folders")
    func folders() throws {
        let list = try list(
            """
            <outline text="A" title="Alpha" type="rss" xmlUrl="https://a.example/feed" htmlUrl="https://a.example/"/>
            <outline text="Sea"><outline text="B &amp; C" xmlUrl="https://b.example/?a=1&amp;b=2"/><outline title="Deep">
            <outline title="D" xmlUrl="https://d.example/"/></outline></outline><outline xmlUrl="https://e.example/"/>
            """)
        #expect(list.title == "My feeds" && list.refused.isEmpty)
        #expect(list.feeds.map(\.title) == ["Alpha", "B & C", "D", nil])
        #expect(list.feeds.map(\.name) == ["A", nil, nil, nil])
        #expect(list.feeds.map(\.folder) == [[], ["Sea"], ["Sea", "Deep"], []])
        #expect(list.feeds[0].homePage?.host == "a.example")
        #expect(list.feeds[1].url.absoluteString == "https://b.example/?a=1&b=2")
    }

    @Test("may have categories, attributes in any case, and feed: addresses")
    func variants() throws {
        let list = try list(
            """
            <outline TEXT="A" XMLURL="feed://a.example/x" category="/Sea/Tides, Moon"/><outline text="" title=" B " xmlurl="feed:https://b.example/"/>
            """)
        #expect(list.feeds.map(\.url.absoluteString) == ["http://a.example/x", "https://b.example/"])
        #expect(list.feeds[0].categories == ["/Sea/Tides", "Moon"] && list.feeds.map(\.title) == ["A", "B"])
    }

    @Test("reports outlines with invalid addresses by their title, else by the address")
    func refused() throws {
        let list = try list(
            "<outline text='a' xmlUrl='javascript:x'/><outline xmlUrl='/b'/><outline text='c' xmlUrl=''/><outline text='d' xmlUrl='https://d.example/'/>"
        )
        #expect(list.refused == ["a", "/b"] && list.feeds.map(\.title) == ["d"])
    }

    @Test("says whether it is cut off")
    func cutOff() throws {
        let whole = "<opml><body><outline text='a' xmlUrl='https://a.example/'></outline></body></opml>"
        #expect(try !OPML(parsing: Data(whole.utf8)).isCutOff)
        #expect(try !OPML(parsing: Data(whole.replacing("</outline>", with: "").utf8)).isCutOff)
        for end in [30, 70, 75, whole.utf8.count - 8] {
            #expect(try OPML(parsing: Data(whole.utf8.prefix(end))).isCutOff, "after \(end) bytes")
        }
    }

    @Test("is repaired as feeds are")
    func repaired() throws {
        let list = try OPML(
            parsing: Data("\n<opml><body><outline text='A & B &eacute;' xmlUrl='https://a.example/?a=1&b=2'>".utf8))
        #expect(list.feeds.map(\.title) == ["A & B é"] && list.feeds[0].url.query == "a=1&b=2")
    }

    @Test("may be larger than a feed, up to 64 MiB")
    func large() throws {
        let long = String(repeating: "x", count: 10_000)
        let outlines = (0..<6_000).map {
            "<outline text='\($0)' description='\(long)' xmlUrl='https://a.example/\($0)'/>\n"
        }
        let list = try list(outlines.joined())
        #expect(list.feeds.compactMap(\.title) == outlines.indices.map { "\($0)" })
        #expect(throws: WebFeedError.tooLarge(bytes: OPML.maximumSize + 1, limit: OPML.maximumSize)) {
            try OPML(parsing: Data(count: OPML.maximumSize + 1))
        }
    }

    @Test("is distinguished from other documents", arguments: ["", " ", "<rss/>", "x", "{}", "<html>"])
    func other(text: String) { #expect(throws: WebFeedError.self) { try OPML(parsing: Data(text.utf8)) } }

    @Test("is read back as it was written")
    func roundTrip() throws {
        func url(_ text: String) throws -> URL { try #require(URL(string: text)) }
        let list = OPML(
            title: "Mine & <yours>",
            feeds: [
                .init(url: try url("https://a.example/?a=1&b=2"), title: "A \"quoted\" 'one' <b> é 🌊"),
                .init(
                    url: try url("https://b.example/"), title: "B", name: "My B",
                    homePage: try url("https://b.example/home"),
                    folder: ["Sea"]),
                .init(url: try url("https://d.example/"), title: "D", folder: ["Sea"], categories: ["/x/y", "z"]),
                .init(url: try url("https://c.example/"), title: "C", folder: ["Sea", "Deep & low"]),
            ])
        #expect(try OPML(parsing: Data(list.document.utf8)) == list)
        #expect(try OPML(parsing: Data(OPML().document.utf8)).feeds.isEmpty)
        let nameless = OPML(feeds: [.init(url: try url("https://a.example/"))])
        #expect(try OPML(parsing: Data(nameless.document.utf8)).feeds.map(\.title) == ["https://a.example/"])
    }
}
