import FeedStore
import Feeds
import Foundation
import GitFeed
import News
import Testing

@testable import FreshetServer

private let folder = ProcessInfo.processInfo.environment["FRESHET_GALLERY"]

/// Writes pages to look at: `FRESHET_GALLERY=/tmp/pages swift test --filter Gallery`.
@Suite(
    "The gallery of pages",
    .enabled(if: folder != nil, "set FRESHET_GALLERY to a folder to have pages written into it"))
struct Gallery {
    @Test("has a page for every state") func write() throws {
        let folder = try #require(folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, page) in try Self.pages() {
            try page.html.description.write(toFile: "\(folder)/\(name).html", atomically: true, encoding: .utf8)
        }
    }

    private static func pages() throws -> [String: Page] {
        let site = SampleStates.site
        let name = try #require(RepositoryName("tidewrack/harbour"))
        func feed(_ address: FeedAddress, _ state: LiveState, _ change: (inout PageQuery) -> Void = { _ in }) -> Page {
            var query = PageQuery(for: address)
            change(&query)
            return .feed(FeedPage(address: address, state: state, query: query, site: site))
        }
        let empty = LiveState.stories(FeedState(items: [], standing: .refreshing(nil)))
        let failed = LiveState.stories(FeedState(items: [], standing: SampleStates.unreachable))
        let nothing = LiveState.gitHub(FeedState(items: [], standing: .fresh, fetchedAt: SampleStates.now))
        let digests: [HomePage.Digest] = [
            .init(address: .repository(name), state: SampleStates.repository(count: 4)),
            .init(
                address: .repository(site.followed[1]), state: SampleStates.repository(SampleStates.limited, count: 3)),
            .init(address: .planet, state: try SampleStates.categories()),
            .init(address: .news(.top), state: SampleStates.stories(count: 6)),
        ]
        let store = try SQLiteFeedStore(at: URL(fileURLWithPath: "\(folder ?? "")/store.sqlite"))
        try store.record(
            [
                LedgerEntry(
                    endpoint: Endpoint(
                        url: "https://api.github.com/repos/tidewrack/harbour/events?per_page=100",
                        requester: "anonymous"),
                    feed: FeedKey("github/tidewrack/harbour"), requestedAt: SampleStates.ago(40), outcome: .status(304),
                    nextAllowedAt: SampleStates.now + 60, rule: .pollInterval),
                LedgerEntry(
                    endpoint: Endpoint(
                        url: "https://hacker-news.firebaseio.com/v0/topstories.json", requester: "anonymous"),
                    feed: FeedKey("news/top"), requestedAt: SampleStates.ago(400),
                    outcome: .failure(kind: "unreachable", message: "connection refused")),
            ],
            quotas: [
                Quota(
                    key: .init(host: "api.github.com", resource: "core", requester: "anonymous"), limit: 60,
                    remaining: 12,
                    resetAt: SampleStates.now + 900, seenAt: SampleStates.now)
            ])
        let report = try LedgerReport(store, gitHubToken: nil, now: SampleStates.now)
        return [
            "home": .home(HomePage(digests: digests, site: site)),
            "home-empty": .home(HomePage(digests: Array(digests.dropFirst(2)), site: Site(now: SampleStates.now))),
            "repository": feed(.repository(name), SampleStates.repository()),
            "repository-limited": feed(.repository(name), SampleStates.repository(SampleStates.limited)),
            "repository-nothing": feed(.repository(name), nothing),
            "trending": feed(
                .trending("swift"), SampleStates.repository(.refreshing(Progress(done: 7, of: 26, "repositories")))),
            "planet": feed(.planet, try SampleStates.categories()),
            "planet-counting": feed(
                .planet, try SampleStates.categories(.refreshing(Progress(done: 5, of: 13, "categories")), counted: 5)),
            "wildfires": feed(.category("wildfires"), SampleStates.category()),
            "wildfires-30": feed(.category("wildfires"), SampleStates.category()) { $0.days = 3 },
            "news": feed(.news(.top), SampleStates.stories()),
            "news-filtered": feed(.news(.top), SampleStates.stories()) { $0.words = "nothing like this" },
            "news-score": feed(.news(.top), SampleStates.stories()) { $0.order = .score },
            "news-waiting": feed(.news(.top), empty),
            "news-failed": feed(.news(.top), failed),
            "saved": .saved(
                SavedPage(
                    items: [
                        .story(SampleStates.story(2)), .event(SampleStates.event(0)),
                        .gitHub(SampleStates.events(1)[0].item),
                    ], unreadable: 1, site: site)),
            "saved-empty": .saved(SavedPage(items: [], unreadable: 0, site: site)),
            "status": .status(StatusPage(report: report, site: site)),
            "help": .help(HelpPage(site: site)),
            "login": .login(LoginPage(destination: "/planet", wasRefused: true, site: site)),
            "problem": .problem(
                ProblemPage(
                    status: 400, title: "That is no repository",
                    message:
                        "“harbour” has no owner: a repository’s name is like tidewrack/harbour, or its address on GitHub.",
                    repository: "harbour", site: site)),
        ]
    }
}
