import Foundation
import Testing
import WebFeeds

@Suite("A JSON Feed") struct JSONFeedTests {
    @Test("A JSON Feed has every field of versions 1 and 1.1")
    func all() throws {
        let feed = try WebFeed.json(
            item: """
                "id":"1","url":"/a","external_url":"https://else.example/","title":"A & B","content_html":"<p>a</p>",
                "content_text":"not this","summary":"1 < 2","image":"/i.png","banner_image":"/b.png",
                "date_published":"2026-11-21T10:32:00Z","date_modified":"2026-11-21T10:33:00Z","tags":["sea","sea",null,1],
                "authors":[{"name":"Mira","url":"/mira","avatar":"/mira.png"},{}],
                "attachments":[{"url":"/a.mp3","mime_type":"audio/mpeg","size_in_bytes":7,"duration_in_seconds":61.5},{"title":"x"}],
                "_extension":{"a":[1,{"b":"]}"}]}
                """,
            feed: """
                ,"home_page_url":"https://site.example/","feed_url":"/feed.json","description":"About","icon":"/icon.png",
                "favicon":"/favicon.png","language":"en","user_comment":"x","expired":false
                """)
        #expect(feed.format == .jsonFeed && feed.title == "T" && feed.subtitle == "About" && feed.language == "en")
        #expect(
            feed.homePage?.host == "site.example" && feed.feedURL?.path == "/feed.json"
                && feed.icon?.path == "/icon.png")
        let item = try feed.only
        #expect(item.id == "1" && item.url?.absoluteString == "https://site.example/a" && item.title == "A & B")
        #expect(item.related?.host == "else.example" && item.image?.path == "/i.png" && item.tags == ["sea", "1"])
        #expect(item.content == "<p>a</p>" && item.summary == "1 &lt; 2")
        #expect(item.published == Date(timeIntervalSince1970: 1_795_257_120))
        #expect(item.updated == Date(timeIntervalSince1970: 1_795_257_180))
        #expect(item.authors.map(\.name) == ["Mira"] && item.authors[0].avatar?.path == "/mira.png")
        #expect(
            item.enclosures.map(\.url.path) == ["/a.mp3"] && item.enclosures[0].length == 7
                && item.enclosures[0].duration == 61)
    }

    @Test("A JSON Feed may have text, an old author, numbers for ids, and only an external address")
    func variants() throws {
        let item = try WebFeed.json(
            item: #""id":42,"external_url":"https://else.example/","content_text":"a < b\n\nc","author":{"name":"Noa"}"#
        ).only
        #expect(item.id == "42" && item.url?.host == "else.example" && item.related == nil)
        #expect(item.content == "<p>a &lt; b</p><p>c</p>" && item.authors.map(\.name) == ["Noa"])
    }

    @Test("A JSON Feed is recognized by its version, wherever that appears")
    func version() throws {
        for version in ["https://jsonfeed.org/version/1", "http://www.jsonfeed.org/version/1.1"] {
            #expect(try WebFeed(text: #"{"items":[{"id":"1","title":"a"}],"version":"\#(version)"}"#).items.count == 1)
        }
        for version in [
            #""https://jsonfeed.org/version/1.1/""#, #"" https://jsonfeed.org/version/1.1""#,
            #""//jsonfeed.org/version/1""#,
            #""1.1""#, #""1""#, "1.1", "1", #""JSON Feed 1.1""#, #""https://jsonfeed.org/1.1""#,
        ] {
            let text = #"{"version":\#(version),"title":"T","items":[{"id":"1","title":"a"}]}"#
            #expect(try WebFeed(text: text).items.count == 1, "\(version)")
        }
        for text in [
            #"{"version":1}"#, #"{"version":"1.1","title":"T"}"#, #"{"version":"1.1.0","title":"T","items":[]}"#,
            #"{"version":1,"items":[]}"#, "{}", #"{"version":"2","items":[]}"#, "[]", #"{"items":[{"id":"1"}]}"#,
            #"{"version":null}"#,
        ] {
            #expect { try WebFeed(text: text) } throws: { error in
                if case .notAFeed? = error as? WebFeedError { true } else { false }
            }
        }
    }

    @Test("A JSON Feed loses only the items that can't be read")
    func lossy() throws {
        let feed = try WebFeed(
            text: """
                {"version":"https://jsonfeed.org/version/1","items":[null,1,"x",[],{},{"id":"1","title":{"a":1},"url":7,"tags":"x",
                "authors":null,"attachments":{"url":"x"},"date_published":1,"content_text":"a"},{"id":"2","title":"b"}]}
                """)
        #expect(feed.items.map(\.id) == ["1", "2"] && feed.skipped == 5)
    }

    @Test("A JSON Feed that is cut off keeps its complete items")
    func truncated() throws {
        let feed = try WebFeed(
            text: #"{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","title":"a"},{"id":"2","tit"#)
        #expect(feed.items.map(\.id) == ["1"] && feed.skipped == 1 && feed.repairs > 0)
        #expect(throws: WebFeedError.malformed("its JSON ends unexpectedly")) {
            try WebFeed(text: #"{"version":"https://jsonfeed.org/version/1","items":[{"id"#)
        }
    }

    @Test(
        "A JSON Feed has strings with escapes",
        arguments: [
            (#"a\"b\\c\/d"#, "a\"b\\c/d"), (#"\u00e9\u00E9"#, "éé"), (#"\ud83c\udf0a"#, "🌊"), (#"\ud83c"#, "\u{fffd}"),
            (#"\ud83cx"#, "\u{fffd}x"), (#"\u12"#, "\u{fffd}12"), ("a\tb", "a b"), (#"a\nb"#, "a b"), (#"\x"#, "x"),
        ])
    func escapes(json: String, text: String) throws {
        #expect(try WebFeed.json(item: "\"id\":\"1\",\"title\":\"\(json)\"").only.title == text)
    }
}
