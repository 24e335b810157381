import Foundation
import Testing
import WebFeeds

@Suite("A list of feeds in OPML") struct OPMLTests {
    private func list(_ body: String, head: String = "<title>My feeds</title>") throws -> OPML {
        try OPML(
            parsing: Data(
                "<?xml version='1.0'?><opml version='2.0'><head>\(head)</head><body>\(body)</body></opml>".utf8))
    }

    @Test("A list has feeds in folders")
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

    @Test("A list may have categories, attributes in any case, and feed: addresses")
    func variants() throws {
        let list = try list(
            """
            <outline TEXT="A" XMLURL="feed://a.example/x" category="/Sea/Tides, Moon"/><outline text="" title=" B " xmlurl="feed:https://b.example/"/>
            """)
        #expect(list.feeds.map(\.url.absoluteString) == ["http://a.example/x", "https://b.example/"])
        #expect(list.feeds[0].categories == ["/Sea/Tides", "Moon"] && list.feeds.map(\.title) == ["A", "B"])
    }

    @Test("A list reports outlines with invalid addresses by their title, else by the address")
    func refused() throws {
        let list = try list(
            "<outline text='a' xmlUrl='javascript:x'/><outline xmlUrl='/b'/><outline text='c' xmlUrl=''/><outline text='d' xmlUrl='https://d.example/'/>"
        )
        #expect(list.refused == ["a", "/b"] && list.feeds.map(\.title) == ["d"])
    }

    @Test("A list that is cut off is marked as such")
    func cutOff() throws {
        let whole = "<opml><body><outline text='a' xmlUrl='https://a.example/'></outline></body></opml>"
        #expect(try !OPML(parsing: Data(whole.utf8)).isCutOff)
        #expect(try !OPML(parsing: Data(whole.replacing("</outline>", with: "").utf8)).isCutOff)
        for end in [30, 70, 75, whole.utf8.count - 8] {
            #expect(try OPML(parsing: Data(whole.utf8.prefix(end))).isCutOff, "after \(end) bytes")
        }
    }

    @Test("A list is repaired as feeds are")
    func repaired() throws {
        let list = try OPML(
            parsing: Data("\n<opml><body><outline text='A & B &eacute;' xmlUrl='https://a.example/?a=1&b=2'>".utf8))
        #expect(list.feeds.map(\.title) == ["A & B é"] && list.feeds[0].url.query == "a=1&b=2")
    }

    @Test("A list keeps the feeds around a malformed outline, each in its folder", arguments: malformedOutlines)
    func malformed(outline: String, title: String?, address: String) throws {
        let list = try list(
            """
            <outline text="Sea">
              <outline text="A" xmlUrl="https://a.example/"/>
              \(outline)
              <outline text="C" xmlUrl="https://c.example/"/>
            </outline>
            <outline text="Land">
              <outline text="D" xmlUrl="https://d.example/"/>
            </outline>
            <outline text="E" xmlUrl="https://e.example/"/>
            """)
        #expect(list.feeds.map(\.title) == ["A", title, "C", "D", "E"])
        #expect(list.feeds.map(\.folder) == [["Sea"], ["Sea"], ["Sea"], ["Land"], []])
        #expect(list.feeds.dropFirst().first?.url.absoluteString == address)
        #expect(list.unreadable.isEmpty && list.refused.isEmpty && !list.isCutOff)
    }

    private static let malformedOutlines: [(String, String?, String)] = [
        (
            #"<outline text="B & <C>" xmlUrl="https://b.example/?a=1&b=<2>"/>"#, "B & <C>",
            "https://b.example/?a=1&b=%3C2%3E"
        ),
        (#"<outline text=B type=rss xmlUrl=https://b.example/x />"#, "B", "https://b.example/x"),
        (
            #"<outline text="B" type="rss" type="rss" xmlUrl="https://b.example/" xmlUrl="https://x.example/"/>"#, "B",
            "https://b.example/"
        ),
        (#"<outline text="B" xmlUrl="" xmlUrl="https://b.example/"/>"#, "B", "https://b.example/"),
        (#"<outline text="B" xmlUrl="https://b.example/">"#, "B", "https://b.example/"),
        (#"<outline text="B" xmlUrl="https://b.example/"/></outline>"#, "B", "https://b.example/"),
        ("<outline text=\"B\" xmlUrl=\"https://b.example/\"/>\n  </outline>", "B", "https://b.example/"),
        (#"<outline text="B" xmlUrl="https://b.example/""#, "B", "https://b.example/"),
        (#"<outline text="The "B" Side" xmlUrl="https://b.example/"/>"#, "The \"B\" Side", "https://b.example/"),
        (#"<outline text="The "B"" xmlUrl="https://b.example/"/>"#, "The \"B\"", "https://b.example/"),
        (#"<outline text="B"" xmlUrl="https://b.example/"/>"#, "B", "https://b.example/"),
        (#"<outline text="B xmlUrl="https://b.example/"/>"#, "B", "https://b.example/"),
        (#"<outline text="B" xmlUrl="https://b.example/ />"#, "B", "https://b.example/"),
        (#"<outline text="B" xmlUrl="https://b.example/" htmlUrl="https://b.example />"#, "B", "https://b.example/"),
        (#"<outline text="B"title="B"xmlUrl='https://b.example/'/>"#, "B", "https://b.example/"),
        (#"<outline text="B" "type="rss" xmlUrl="https://b.example/"/>"#, "B", "https://b.example/"),
        (#"<outline text='B's' xmlUrl='https://b.example/'/>"#, "B's", "https://b.example/"),
    ]

    @Test("A list reports feeds whose addresses can't be read, and doesn't take them for folders")
    func unreadable() throws {
        let list = try list(
            """
            <outline text="Sea">
              <outline text="A" type="rss" xmlUrl"https://a.example/">
              <outline text="B" xmlUrl="https://b.example/"/>
              <outline text="C" type="rss" htmlUrl="https://c.example/"/>
              <outline xmlUrl>
            </outline>
            <outline text="D" xmlUrl="https://d.example/"/>
            """)
        #expect(list.unreadable == ["A", "C", "an outline in line 5"])
        #expect(list.feeds.map(\.title) == ["B", "D"] && list.feeds.map(\.folder) == [["Sea"], []])
    }

    @Test("A list puts the outlines inside a feed into the folder around it")
    func nestedFeeds() throws {
        let list = try list(
            """
            <outline text="Sea"><outline text="A" xmlUrl="https://a.example/"><outline text="B" xmlUrl="https://b.example/"/>\
            </outline></outline><outline text="C" xmlUrl="https://c.example/"><outline text="D" xmlUrl="https://d.example/"/></outline>
            """)
        #expect(list.feeds.map(\.title) == ["A", "B", "C", "D"])
        #expect(list.feeds.map(\.folder) == [["Sea"], ["Sea"], [], []])
    }

    @Test("A list without line breaks has its feeds in folders, although end tags are missing")
    func unclosedFeeds() throws {
        let feed = #"<outline text="A" xmlUrl="https://a.example/">"#
        let flat = try list("<outline text='Sea'>\(feed)\(feed)</outline><outline text='Land'>\(feed)</outline>")
        #expect(flat.feeds.map(\.folder) == [["Sea"], ["Sea"], ["Land"]])
        let open = try list(
            "<outline text='Sea'>\n  \(feed)</outline>\n<outline text='Land'>\n  \(feed)\n</outline>\n\(feed)")
        #expect(open.feeds.map(\.folder) == [["Sea"], ["Land"], []])
    }

    @Test("A list leaves out outlines that are commented out, and those inside them")
    func comments() throws {
        let list = try list(
            """
            <outline text="A" xmlUrl="https://a.example/" isComment="true"/><outline text="B" isComment="TRUE">\
            <outline text="C"><outline text="D" xmlUrl="https://d.example/"/><outline xmlUrl="/"/></outline></outline>\
            <outline text="E" xmlUrl="https://e.example/" isComment="false"/><!-- <outline xmlUrl="https://f.example/"/> -->
            """)
        #expect(list.feeds.map(\.title) == ["E"] && list.feeds[0].folder.isEmpty && list.refused.isEmpty)
    }

    @Test("A feed outside of folders has its first category as its folder")
    func categoryFolders() throws {
        let list = try list(
            """
            <outline xmlUrl="https://a.example/" category="/Sea/Tides, Moon"/><outline xmlUrl="https://b.example/" category=",/, Moon"/>\
            <outline text="Land"><outline xmlUrl="https://c.example/" category="Sea"/></outline><outline xmlUrl="https://d.example/"/>
            """)
        #expect(list.feeds.map(\.folderPath) == ["Sea/Tides", "Moon", "Land", nil])
    }

    @Test("A list is read in linear time, however malformed it is")
    func hostile() throws {
        let parts = [
            "<outline ", "<outline>", "<!--", "<a ", "<outline a=\"x text='' ", "<outline text=\"b=\"", "\"x ",
            "<outline x='<a ",
            "</outline>", "<![CDATA[",
        ]
        for text in parts.map({ String(repeating: $0, count: 10_000) })
            + ["<outline a=" + String(repeating: "\"x text='' a=", count: 10_000)]
        {
            let list = try OPML(parsing: Data(("<opml>" + text).utf8))
            #expect(list.isCutOff && list.feeds.isEmpty)
        }
    }

    @Test("A list may be larger than a feed, up to 64 MiB")
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

    @Test("A list is distinguished from other documents", arguments: ["", " ", "<rss/>", "x", "{}", "<html>"])
    func other(text: String) { #expect(throws: WebFeedError.self) { try OPML(parsing: Data(text.utf8)) } }

    @Test("A list is read back as it was written")
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
