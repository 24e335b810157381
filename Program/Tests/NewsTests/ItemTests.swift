import Foundation
import Freshet
import FreshetHTTP
import News
import SampleUpstreams
import Testing
import UpstreamTestSupport

@Suite("An item")
struct ItemTests {
    @Test(
        "An item without an address links to its own page and names no site",
        arguments: ["", #","url":"""#, #","url":"javascript:x""#])
    func noAddress(field: String) async throws {
        try await withUpstreams { upstreams in
            let answer = try await upstreams.item(#"{"id":1,"type":"story","title":"T","time":1780000000\#(field)}"#)
            guard case .story(let story) = answer else { return #expect(Bool(false), "\(answer)") }
            #expect(story.url.absoluteString == "https://news.ycombinator.com/item?id=1" && story.url == story.page)
            #expect(story.site == nil && story.author == nil && story.score == nil && story.comments == nil)
            #expect(story.date == Date(timeIntervalSince1970: 1_780_000_000))
        }
    }

    @Test(
        "An item names its site without www.",
        arguments: [
            ("https://www.tide.example/a?b#c", "tide.example"), ("http://Sea.Example:8080/", "sea.example"),
            ("https://news.ycombinator.com/item?id=2", "news.ycombinator.com"),
        ])
    func site(address: String, site: String) async throws {
        try await withUpstreams { upstreams in
            let answer = try await upstreams.item(#"{"id":1,"type":"story","title":"T","time":1,"url":"\#(address)"}"#)
            guard case .story(let story) = answer else { return #expect(Bool(false), "\(answer)") }
            #expect(story.site == site && story.url.absoluteString == address)
        }
    }

    @Test(
        "An item has its title as plain text",
        arguments: [
            ("Tides &amp; moons: &quot;why &#x27;2 &lt; 3&#x27;&quot;", "Tides & moons: \"why '2 < 3'\""),
            (
                "&#8217;tis&hellip; A&B &unheard; & &amp;amp; &#0; &#x110000; &#xD800;",
                "’tis… A&B &unheard; & &amp; &#0; &#x110000; &#xD800;"
            ),
            ("a &amp", "a &amp"), ("&#x1F30A;", "🌊"), ("&;&#;&#x;", "&;&#;&#x;"),
        ])
    func entities(title: String, plain: String) async throws {
        try await withUpstreams { upstreams in
            let encoded = String(decoding: try JSONEncoder().encode(title), as: UTF8.self)
            let answer = try await upstreams.item(#"{"id":1,"type":"story","title":\#(encoded),"time":1}"#)
            guard case .story(let story) = answer else { return #expect(Bool(false), "\(answer)") }
            #expect(story.title == plain)
        }
    }

    @Test(
        "An item that can't be shown is reported with the reason",
        arguments: [
            ("null", Absence.null), (#"{"deleted":true,"id":1,"type":"story","time":1}"#, .deleted),
            (#"{"by":"a","dead":true,"id":1,"score":1,"time":1,"type":"story"}"#, .dead),
            (#"{"deleted":true,"dead":true,"id":1,"type":"story","time":1}"#, .deleted),
            (#"{"id":1,"type":"comment","by":"a","text":"x","parent":2,"time":1}"#, .notAStory),
            (#"{"id":1,"type":"pollopt","poll":2,"text":"x","time":1}"#, .notAStory),
        ])
    func absent(body: String, reason: Absence) async throws {
        try await withUpstreams { upstreams in
            let answer = try await upstreams.item(body)
            #expect(answer == .absent(reason))
            #expect(!reason.description.isEmpty)
        }
    }

    @Test(
        "An item that can't be read fails",
        arguments: [#"{"id":1,"type":"story","time":1}"#, "[]", "{}", #"{"id":"1"}"#, ""])
    func unreadable(body: String) async throws {
        try await withUpstreams { upstreams in
            guard case .undecodable? = await failure(of: { try await upstreams.item(body) }) as? HTTPError else {
                return #expect(Bool(false))
            }
        }
    }

    @Test("An item has an encoded form whose names are fixed, since it is stored")
    func golden() throws {
        let story = Story(
            id: 7, type: "story", title: "T", url: URL(string: "https://tide.example/")!, author: "mira", score: 3,
            comments: 0, date: Date(timeIntervalSince1970: 1_780_000_000), text: nil)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .secondsSince1970
        let data = try encoder.encode(story)
        #expect(
            String(decoding: data, as: UTF8.self) == """
                {"author":"mira","comments":0,"date":1780000000,"id":7,"score":3,"title":"T","type":"story",\
                "url":"https://tide.example/"}
                """)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        #expect(try decoder.decode(Story.self, from: data) == story)
    }
}

@Suite("Other endpoints of Hacker News")
struct OtherAnswersTests {
    @Test("The numbers of recently changed items are read")
    func updates() async throws {
        try await withUpstreams { upstreams in
            let changed = try await upstreams.news().updates().value
            let ids = Set(try await upstreams.news().ids(of: .new).value + upstreams.news().ids(of: .jobs).value)
            #expect(!changed.isEmpty && !changed.isDisjoint(with: ids))
        }
    }

    @Test("The highest number and users are read, and an unknown name has no user")
    func others() async throws {
        try await withUpstreams { upstreams in
            let newest = try #require(try await upstreams.news().ids(of: .new).value.max())
            #expect(try await upstreams.news().maxItem().value >= newest)
            guard case .story(let story) = try await upstreams.news().item(id: newest).value else { return }
            let author: String = try #require(story.author)
            let user = try await upstreams.news().user(author).value
            #expect(user?.id == story.author && user?.karma ?? 0 > 0)
            #expect(try await upstreams.news().user("no body/..").value == nil)
        }
    }
}
