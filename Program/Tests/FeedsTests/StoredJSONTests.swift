import Earthquakes
import FeedStore
import Feeds
import Foundation
import Freshet
import GitFeed
import News
import OurPlanet
import SampleUpstreams
import Testing
import UpstreamTestSupport
import WebFeeds

@Suite("JSON in the store")
struct StoredJSONTests {
    private struct Item: Codable, Equatable {
        var b = "</a>"
        var a: Date
    }

    /// 2026-05-28T20:26:40.123Z
    private let date = Date(timeIntervalSince1970: 1_780_000_000.123)

    @Test("Stored JSON names its version, has members in order, and dates in seconds since 1970")
    func form() throws {
        let data = try StoredJSON.encode(Item(a: date))
        #expect(String(decoding: data, as: UTF8.self) == #"{"$v":2,"a":1780000000.123,"b":"</a>"}"#)
        #expect(try StoredJSON.decode(from: data) == Item(a: date))
        #expect(try StoredJSON.decode(from: data, earlier: .year1970) == Item(a: date))
        #expect(String(decoding: try StoredJSON.encode([String: Int]()), as: UTF8.self) == #"{"$v":2}"#)
        #expect(throws: EncodingError.self) { try StoredJSON.encode([1]) }
    }

    @Test(
        "Stored JSON keeps milliseconds exactly, before 1970, too",
        arguments: [-62_000_000_000_001, -1, 0, 1, 1_780_000_000_123])
    func milliseconds(_ count: Int) throws {
        let item = Item(a: Date(timeIntervalSince1970: Double(count) / 1000))
        #expect(try StoredJSON.decode(from: try StoredJSON.encode(item)) == item)
    }

    @Test("Stored JSON without a version has dates in seconds since 2001, or since 1970 where a type needs it")
    func earlier() throws {
        let data = Data(#"{"b":"<\/a>","a":801692800.1229999}"#.utf8)
        #expect(
            try StoredJSON.decode(Item.self, from: data).a == Date(timeIntervalSinceReferenceDate: 801_692_800.1229999))
        let counted = try StoredJSON.decode(Item.self, from: data, earlier: .year1970)
        #expect(counted.a == Date(timeIntervalSince1970: 801_692_800.1229999))
    }

    @Test("Stored JSON has the same bytes for the same item, so that refreshes don't write unchanged items")
    func bytes() throws {
        let text = #"{"type":"story","title":"T","url":"https://a.example","id":7,"date":1,"score":3,"author":"m"}"#
        let story = try Story(payload: Data(text.utf8))
        #expect(Set(try (0..<50).map { _ in try story.stored().payload }).count == 1)
    }

    /// Payloads as the first version stored them, whose dates are all 2026-05-28T20:26:40Z, and some 123 ms later.
    private static let earlier: [(payload: String, type: any FeedItem.Type, thousandths: Int)] = [
        (
            #"""
            {"repository":"a\/b","title":"mira starred the repository","id":"WatchEvent-7","type":"WatchEvent",\#
            "url":"https:\/\/github.com\/a\/b\/stargazers","date":1780000000,"author":{"name":"mira"}}
            """#, GitHubItem.self, 0
        ),
        (
            #"""
            {"date":1780000000,"id":"9","reason":"mention","repository":"a\/b","title":"Leak","type":"Issue",\#
            "url":"https:\/\/github.com\/a\/b\/issues\/9"}
            """#, NotificationThread.self, 0
        ),
        (
            #"{"id":7,"date":1780000000,"type":"story","title":"T","url":"https:\/\/tide.example\/","score":3}"#,
            Story.self, 0
        ),
        (
            #"{"depth":1,"id":8,"date":801692800,"type":"comment","author":"mira","text":"Words","parent":7}"#,
            ThreadItem.self, 0
        ),
        (
            #"""
            {"title":"Storm Ada","id":"EONET_1","closed":1780000000.123,"categories":[],"sources":[],"geometries":[\#
            {"type":"Point","coordinates":[-99.5,14],"date":1780000000.123}]}
            """#, NaturalEvent.self, 123
        ),
        (
            #"""
            {"date":801692800.1229999,"updated":801692800.1229999,"id":"us1","ids":["us1"],"title":"M 5.2 - Tonga",\#
            "type":"earthquake","mayHaveTsunami":false}
            """#, Earthquake.self, 123
        ),
        (
            #"""
            {"item":{"published":801692800.1229999,"updated":801692800.1229999,"id":"1","authors":[],"tags":[],\#
            "enclosures":[],"content":"<p>Words<\/p>"},"site":"Harbor"}
            """#, SiteItem.self, 123
        ),
        (
            #"{"item":{"id":"1","authors":[],"tags":[],"enclosures":[]},"firstSeen":801692800.1229999}"#, SiteItem.self,
            123
        ),
    ]

    @Test("Stored JSON of an item from the first version is read, and is the same item once it is written again")
    func items() throws {
        func dates(_ item: some FeedItem) -> [Date?] {
            switch item {
            case let event as NaturalEvent: [event.date, event.closed]
            case let quake as Earthquake: [quake.date, quake.updated]
            case let shown as SiteItem where shown.firstSeen == nil: [shown.item.published, shown.item.updated]
            default: [item.feedDate]
            }
        }
        func read<Item: FeedItem>(_ payload: String, _: Item.Type, _ expected: Date) throws {
            let first = try Item(payload: Data(payload.utf8))
            #expect(dates(first).allSatisfy { $0 == expected })
            let stored = try first.stored()
            #expect(stored.payload.starts(with: Data(#"{"$v":2,"#.utf8)))
            let second = try Item(payload: stored.payload)
            #expect(dates(second) == dates(first))
            #expect(try second.stored().payload == stored.payload)
        }
        for (payload, type, thousandths) in Self.earlier {
            try read(payload, type, Date(timeIntervalSince1970: 1_780_000_000 + Double(thousandths) / 1000))
        }
    }

    @Test("Stored JSON of a destination with a digest from the first version is read")
    func destination() throws {
        let settings =
            #"{"kind":"email","target":"a@b.example","digest":{"minute":420,"span":86400,"since":801692800}}"#
        let destination = try StoredJSON.decode(Destination.self, from: Data(settings.utf8))
        #expect(destination.digest?.since == Date(timeIntervalSince1970: 1_780_000_000))
        #expect(try StoredJSON.decode(from: try StoredJSON.encode(destination)) == destination)
    }

    @Test("Stored JSON from the first version is replaced at the next refresh, which counts no item as changed")
    func upgrade() async throws {
        try await Scene.run { scene in
            let article = """
                <item><guid>1</guid><title>Tides</title><description>Some words</description>
                <pubDate>Thu, 28 May 2026 20:26:40 GMT</pubDate></item>
                """
            let body = "<rss version=\"2.0\"><channel><title>T</title>\(article)</channel></rss>"
            scene.control.fail(
                "/web/harbor", with: .status(200, headers: ["Content-Type": "application/rss+xml"], body: body))
            let site = scene.site("harbor"), environment = site.environment
            try await site.last()
            let current = try #require(try scene.store.snapshot(of: site.key, order: .newest, limit: nil).items.first)

            // The form that the first version would have stored, with the words that search has.
            let item = try SiteItem(payload: current.payload)
            var earlier = try item.stored()
            earlier.payload = try JSONEncoder().encode(item)
            let refresh = FeedUpdate(
                feed: site.key, scope: site.feed.description.scope, items: [earlier], mode: .merge, fetchedAt: scene.now
            )
            try scene.store.commit([refresh], ledger: [], quotas: [])
            #expect(try environment.add(Destination(.desktop), named: "desktop"))
            try environment.add([environment.rule("notify tides")])
            let before = try await site.last(.offline)
            #expect(before.dates == [Date(timeIntervalSince1970: 1_780_000_000)])

            scene.advance(2 * 86_400)
            let after = try await site.last()
            let stored = try scene.store.snapshot(of: site.key, order: .newest, limit: nil).items
            #expect(after.freshness == .fresh && stored.map(\.payload) == [current.payload])
            #expect(after.dates == before.dates && after.unread == before.unread)
            #expect(try environment.destinations().map(\.stored.waiting) == [0])

            // A changed title does count.
            let changed = body.replacingOccurrences(of: "Tides", with: "Spring tides")
            scene.control.fail(
                "/web/harbor", with: .status(200, headers: ["Content-Type": "application/rss+xml"], body: changed))
            scene.advance(2 * 86_400)
            try await site.last()
            #expect(try environment.destinations().map(\.stored.waiting) == [1])
        }
    }
}
