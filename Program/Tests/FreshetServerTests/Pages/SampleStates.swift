import Catalog
import FeedStore
import Feeds
import Foundation
import GitFeed
import News
import OurPlanet

@testable import FreshetServer

/// Made-up states as pages show them.
enum SampleStates {
    static let now = Date(timeIntervalSince1970: 1_795_257_120)  // 2026-11-21T10:32:00Z

    static func ago(_ seconds: Double) -> Date { now - seconds }

    private static func url(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/") }

    // MARK: GitHub

    static let deeds: [(type: String, who: String, deed: String)] = [
        ("PushEvent", "lena-harbor", "pushed 3 commits to main"),
        ("PullRequestEvent", "octo-finch", "opened pull request #482 “Keep the tide tables when the clock goes back”"),
        ("IssueCommentEvent", "mothlight", "commented on issue #479 “Waves arrive twice after a restart”"),
        ("WatchEvent", "jadepebble", "starred the repository"),
        ("ReleaseEvent", "lena-harbor", "released v2.4.0 “Spring tide”"),
        ("PullRequestReviewEvent", "kilnfire", "approved pull request #480 “Measure before you cut”"),
        (
            "IssuesEvent", "quietquay",
            "opened issue #483 “The map forgets islands smaller than a pixel, and nobody is told of it”"
        ),
        ("CreateEvent", "renovate[bot]", "created the branch deps/nio-2.101"),
        ("ForkEvent", "xylem9", "forked the repository to xylem9/harbour"),
    ]

    static func events(_ count: Int, repository: String = "tidewrack/harbour", unread: Int = 0) -> [ShownItem] {
        (0..<count).map { index in
            let one = deeds[index % deeds.count]
            let item = GitHubItem(
                id: "\(one.type)-\(9000 - index)", type: one.type, title: "\(one.who) \(one.deed)",
                url: url("https://github.com/\(repository)/\(index)"), repository: repository,
                date: ago(Double(index * index * 95 + 40)), author: Author(name: one.who, avatarURL: nil))
            return ShownItem(item, isUnread: index < unread, firstSeenAt: ago(Double(index * 600)))
        }
    }

    static func repository(
        _ freshness: Freshness = .fresh, count: Int = 50, unread: Int = 2, lastVisit: Date? = nil
    ) -> FeedState {
        FeedState(
            items: events(count, unread: unread), total: count + 20, freshness: freshness, fetchedAt: ago(12),
            lastVisitAt: lastVisit, gaps: [Gap(after: ago(40_000), before: ago(30_000))])
    }

    // MARK: News

    static let headlines: [(String, String?)] = [
        ("How we measured a lighthouse with a tiny compiler", "tidepool.example"),
        ("The quiet history of hand-drawn fonts", "paperboat.example"),
        ("Ask HN: What did you rebuild after the last ferry left?", nil),
        ("Show HN: A walking library for old modems", "github.com"),
        ("In praise of tidal clocks", "blog.amberworks.example"),
        ("SQLite is a garden of sensors", "news.corvale.example"),
    ]

    static func story(_ index: Int) -> Story {
        let (title, site) = headlines[index % headlines.count]
        let id = 41_000_000 - index * 37
        return Story(
            id: id, type: index == 7 ? "job" : "story", title: title,
            url: url(site.map { "https://\($0)/\(id)" } ?? "https://news.ycombinator.com/item?id=\(id)"),
            author: ["amberfinch", "bytelark", "fennec42"][index % 3],
            score: index == 7 ? nil : (index * 7919) % 900 + 1,
            comments: index == 7 ? nil : (index * 104_729) % 400, date: ago(Double(index * index * 60 + 55)),
            text: site == nil
                ? "I&#x27;ve been thinking about <i>tidal clocks</i> &amp; maps.<p>See <a href=\"https:&#x2F;&#x2F;tidepool.example&#x2F;a\" rel=\"nofollow\">https:&#x2F;&#x2F;tidepool.example&#x2F;a</a><p><pre><code>let tide = clock.next()\n  .rounded()</code></pre>"
                : nil)
    }

    static func stories(_ freshness: Freshness = .fresh, count: Int = 50, unread: Int = 3) -> FeedState {
        FeedState(
            items: (0..<count).map { ShownItem(story($0), isUnread: $0 < unread, rank: $0) }, total: 500,
            freshness: freshness, fetchedAt: ago(12))
    }

    // MARK: Planet

    static func event(_ index: Int) -> NaturalEvent {
        let isOpen = index % 3 != 1
        let west = -170 + Double((index * 83) % 340)
        let north = -50 + Double((index * 47) % 115)
        let hour: Double = 3600
        let steps = index % 4 == 0 ? 9 : 1
        let geometries = (0..<steps).map { (step: Int) -> Geometry in
            let age = Double(index * 5 + (steps - step) * 6) * hour
            let place = Position(longitude: west + Double(step) * 2.2, latitude: north + Double(step * step) * 0.22)
            let size = Magnitude(value: Double(1200 + index * 310), unit: index % 2 == 0 ? "acres" : "kts")
            return Geometry(date: ago(age), shape: .point(place), magnitude: size)
        }
        let names = [
            "Amber Ridge Wildfire, Corvale", "Tropical Storm Yawl", "Wildfire north of Lake Nacre", "Paper Creek Fire",
        ]
        return NaturalEvent(
            id: "EONET_\(15_000 - index)", title: "\(names[index % names.count]) \(2026_000 + index)", description: nil,
            link: url("https://eonet.example/events/\(index)"),
            closed: isOpen ? nil : ago(Double(index) * 5 * hour),
            categories: [EventCategory(id: "wildfires", title: "Wildfires")],
            sources: [Source(id: "IRWIN", url: url("https://irwin.example/\(index)")), Source(id: "GDACS", url: nil)],
            geometries: geometries)
    }

    static func category(_ freshness: Freshness = .fresh, count: Int = 60) -> FeedState {
        FeedState(
            items: (0..<count).map { ShownItem(event($0), isUnread: $0 < 1) }, freshness: freshness, fetchedAt: ago(300)
        )
    }

    static func categories(_ freshness: Freshness = .fresh, counted: Int = 13) throws -> FeedState {
        let items = try Category.known.enumerated().map { index, id in
            let counts =
                index < counted ? ", \"eventCount\": \((index * 71) % 240), \"openCount\": \((index * 71) % 60)" : ""
            let json = """
                {"id": "\(id)", "title": "\(id.capitalized)", "description": "What belongs to \(id), in a sentence of the upstream’s own making that may be rather long."\(counts)}
                """
            return ShownItem(try JSONDecoder().decode(CategorySummary.self, from: Data(json.utf8)), isUnread: false)
        }
        return FeedState(items: items, freshness: freshness, fetchedAt: ago(30))
    }

    // MARK: Trouble

    static let limited = Freshness.stale(
        FeedError(kind: "rateLimited", message: "the limit of api.github.com is used up", retryAt: now + 780))
    static let unreachable = Freshness.stale(
        FeedError(kind: "unreachable", message: "hacker-news.firebaseio.com couldn’t be reached: connection refused"))

    static let harbour = Feed.repository("tidewrack/harbour")

    static let site = PageContext(
        upstreams: FeedCatalog.all.upstreams,
        followed: [
            harbour, .repository("swiftlang/swift"),
            .repository("a-very-long-owner-name-of-39-characters/and-a-repository-with-a-name-beyond-reason"),
        ].map { FollowedFeed(feed: $0) }, unread: UnreadCounts(total: 5, byFeed: [harbour.key: 5]), version: "0.3.0",
        now: now)
}
