import Catalog
import Feeds
import Foundation
import GitFeed
import News
import OurPlanet
import Testing

@testable import FeedStore

@Suite("A feed for programs") struct DocumentTests {
    private let date = Date(timeIntervalSince1970: 1_790_000_000)

    private func json(_ item: some FeedItem) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(item.document), as: UTF8.self)
    }

    @Test("A feed's document includes the reader's marks beside the upstream's own fields")
    func item() throws {
        let url = URL(string: "https://example.org/a")!
        let story = Story(
            id: 7, type: "story", title: "Tides", url: url, author: "sea", score: 3, comments: 2, date: date, text: nil)
        let shown = ShownItem(story, isUnread: false, isSaved: true, firstSeenAt: date, rank: 4)
        let state = FeedState(
            items: [shown], unreadCount: 2, freshness: .fresh, lastVisitAt: date - 60,
            gaps: [Gap(after: date - 20, before: date - 10)])
        #expect(
            String(decoding: try FeedDocument(feed: "news/top", state).json(), as: UTF8.self)
                == #"{"error":null,"feed":"news/top","fetchedAt":null,"gaps":[{"after":"2026-09-21T14:13:00Z","before":"2026-09-21T14:13:10Z"}],"#
                + #""items":[{"author":"sea","comments":2,"date":"2026-09-21T14:13:20Z","firstSeenAt":"2026-09-21T14:13:20Z","id":7,"isHighlighted":false,"#
                + #""isSaved":true,"isUnread":false,"labels":[],"options":null,"rank":5,"score":3,"title":"Tides","type":"story","url":"https://example.org/a"}],"#
                + #""lastVisitAt":"2026-09-21T14:12:20Z","mutedCount":0,"skipped":0,"status":"fresh","total":1,"unreadCount":2}"#
        )
    }

    @Test("A document of several feeds names the story of each item if stories are wanted")
    func groups() throws {
        let story = Story(
            id: 7, type: "story", title: "Tides", url: try #require(URL(string: "https://example.org/a")), author: nil,
            score: nil, comments: nil, date: date, text: nil)
        let feed = try #require(FeedCatalog.all.feed(FeedKey("news/top")))
        func voice(_ id: String, _ feed: String) -> StoryGroup.Voice {
            StoryGroup.Voice(
                key: ItemKey(scope: feed, id: id), feed: FeedKey(feed), date: nil, isUnread: true, isNew: id == "8",
                savedAt: nil)
        }
        let group = StoryGroup(
            id: 3, voices: [voice("7", "news/top"), voice("8", "web/sea")],
            first: ItemKey(scope: "news", id: "7"))
        let list = ListedItems(
            items: [
                ListedItems.Item(shown: ShownItem(story), feed: feed, story: group),
                ListedItems.Item(shown: ShownItem(story), feed: feed),
            ], total: 2)
        let told = String(decoding: try list.json(named: "unread", unreadCount: 2, groupsStories: true), as: UTF8.self)
        #expect(
            told.contains(
                #""story":{"id":3,"items":[{"feed":"news/top","id":"7"},{"feed":"web/sea","id":"8"}],"newVoices":1,"sources":2}"#
            ))
        #expect(told.contains(#""story":null"#))
        #expect(!String(decoding: try list.json(named: "unread", unreadCount: 2), as: UTF8.self).contains(#""story":"#))
        #expect(!String(decoding: try list.items[0].json(), as: UTF8.self).contains(#""story":"#))
    }

    @Test(
        "A feed's document has the feed's status",
        arguments: [
            (Freshness.stored, "stored", "null"), (.refreshing(.init(done: 1, of: 2, "stories")), "stored", "null"),
            (.fresh, "fresh", "null"),
            (
                .stale(FeedError(kind: "timedOut", message: "it “took” long")), "stale",
                #"{"kind":"timedOut","message":"it “took” long","retryAt":null}"#
            ),
            (
                .stale(
                    FeedError(
                        kind: "rateLimited", message: "later", retryAt: Date(timeIntervalSince1970: 1_790_000_060.7))),
                "stale", #"{"kind":"rateLimited","message":"later","retryAt":"2026-09-21T14:14:20Z"}"#
            ),
        ])
    func freshness(freshness: Freshness, status: String, error: String) throws {
        let state = FeedState(freshness: freshness, fetchedAt: date, skipped: 3)
        #expect(
            String(decoding: try FeedDocument(feed: "news/top", state).json(), as: UTF8.self)
                == #"{"error":\#(error),"feed":"news/top","fetchedAt":"2026-09-21T14:13:20Z","gaps":[],"items":[],"lastVisitAt":null,"mutedCount":0,"skipped":3,"#
                + #""status":"\#(status)","total":0,"unreadCount":0}"#
        )
    }

    @Test("A document describes GitHub events")
    func gitHub() throws {
        let url = URL(string: "https://github.com/o/r/pull/12")!
        let event = GitHubItem(
            id: "PushEvent-7", type: "PushEvent", title: "octo pushed to main", url: url, repository: "o/r", date: date,
            author: Author(name: "octo", avatarURL: URL(string: "https://a.example/1?v=4")))
        let whole =
            #"{"author":{"avatarURL":"https://a.example/1?v=4","name":"octo"},"date":"2026-09-21T14:13:20Z","id":"PushEvent-7","#
            + #""repository":"o/r","title":"octo pushed to main","type":"PushEvent","url":"https://github.com/o/r/pull/12"}"#
        #expect(try json(event) == whole)
        let bare = GitHubItem(
            id: "Repository-1", type: "Repository", title: "t", url: url, repository: "o/r", date: nil, author: nil)
        #expect(
            try json(bare)
                == #"{"author":null,"date":null,"id":"Repository-1","repository":"o/r","title":"t","type":"Repository","url":"https://github.com/o/r/pull/12"}"#
        )
    }

    @Test("A document describes categories of natural events")
    func categories() throws {
        let text = #"{"id":"wildfires","title":"Wildfires","description":"Fires","eventCount":7,"openCount":5}"#
        let whole = try JSONDecoder().decode(CategorySummary.self, from: Data(text.utf8))
        #expect(
            try json(whole)
                == #"{"description":"Fires","eventCount":7,"id":"wildfires","openCount":5,"title":"Wildfires"}"#)
        let bare = try JSONDecoder().decode(CategorySummary.self, from: Data(#"{"id":"snow","title":"Snow"}"#.utf8))
        #expect(
            try json(bare) == #"{"description":null,"eventCount":null,"id":"snow","openCount":null,"title":"Snow"}"#)
    }

    @Test("A document describes natural events")
    func naturalEvents() throws {
        let link = URL(string: "https://eonet.example/events/EONET_1")!
        let geometries = [
            Geometry(date: date - 86_400, shape: .point(Position(longitude: 1, latitude: 2)), magnitude: nil),
            Geometry(
                date: date, shape: .point(Position(longitude: -120.5, latitude: 38.25)),
                magnitude: Magnitude(value: 35.5, unit: "kts")),
        ]
        let whole = NaturalEvent(
            id: "EONET_1", title: "Storm", description: nil, link: link, closed: date,
            categories: [.init(id: "severeStorms", title: "Severe Storms")],
            sources: [Source(id: "JTWC", url: URL(string: "https://j.example/a")), Source(id: "X", url: nil)],
            geometries: geometries)
        let first = #"{"categories":[{"id":"severeStorms","title":"Severe Storms"}],"closed":"2026-09-21T14:13:20Z","#
        let middle =
            #""coordinates":[-120.5,38.25],"date":"2026-09-21T14:13:20Z","id":"EONET_1","magnitude":{"unit":"kts","value":35.5},"#
        let last =
            #""sources":[{"id":"JTWC","url":"https://j.example/a"},{"id":"X","url":null}],"title":"Storm","url":"https://j.example/a","withdrawn":false}"#
        #expect(try json(whole) == first + middle + last)
        let bare = NaturalEvent(
            id: "E", title: "t", description: nil, link: nil, closed: nil, categories: [], sources: [], geometries: [])
        #expect(
            try json(bare)
                == #"{"categories":[],"closed":null,"coordinates":null,"date":null,"id":"E","magnitude":null,"sources":[],"title":"t","url":null,"withdrawn":false}"#
        )
    }

    @Test("A document describes the options of a poll")
    func poll() throws {
        let options = [PollOption(text: "x &amp; y", score: 2), PollOption(text: "z", score: nil)]
        let poll = Story(
            id: 9, type: "poll", title: "T", url: URL(string: "https://example.org/a")!, author: nil, score: nil,
            comments: nil, date: date, text: "<p>Which?", options: options)
        let document = try json(poll)
        #expect(
            document.contains(
                #""options":[{"score":2,"text":"<p dir=\"auto\">x &amp; y</p>"},{"score":null,"text":"<p dir=\"auto\">z</p>"}]"#
            ))
        let text = "<p>Which?<ul><li>x &amp; y (2 points)</li><li>z</li></ul>"
        #expect(poll.entry.text == text)
    }

    @Test("A document describes stories")
    func stories() throws {
        let url = URL(string: "https://example.org/a")!
        let whole = Story(
            id: 7, type: "story", title: "Tides", url: url, author: "sea", score: 3, comments: 2, date: date,
            text: "<p>")
        #expect(
            try json(whole)
                == #"{"author":"sea","comments":2,"date":"2026-09-21T14:13:20Z","id":7,"options":null,"score":3,"title":"Tides","type":"story","url":"https://example.org/a"}"#
        )
        let bare = Story(
            id: 8, type: "job", title: "Work", url: url, author: nil, score: nil, comments: nil, date: date, text: nil)
        #expect(
            try json(bare)
                == #"{"author":null,"comments":null,"date":"2026-09-21T14:13:20Z","id":8,"options":null,"score":null,"title":"Work","type":"job","url":"https://example.org/a"}"#
        )
    }
}
