import Catalog
import FeedStore
import Feeds
import Foundation
import FreshetHTTP
import Search
import Testing

@testable import FreshetServer
import WebText

private let folder = ProcessInfo.processInfo.environment["FRESHET_GALLERY"]

/// Writes pages to look at: `FRESHET_GALLERY=/tmp/pages swift test --filter Gallery`.
@Suite(
    "The gallery of pages",
    .enabled(if: folder != nil, "set FRESHET_GALLERY to a folder to have pages written into it"))
struct Gallery {
    @Test("The gallery has a page for every state") func write() throws {
        let folder = try #require(folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, page) in try Self.pages() {
            try page.description.write(toFile: "\(folder)/\(name).html", atomically: true, encoding: .utf8)
        }
    }

    private static func pages() throws -> [String: HTML] {
        let site = SampleStates.site
        func feed(_ feed: Feed, _ state: FeedState, _ change: (inout PageQuery) -> Void = { _ in }) -> HTML {
            var query = PageQuery(feed.controls)
            change(&query)
            return FeedPage(feed: feed, state: state, query: query, site: site).html
        }
        let harbour = SampleStates.harbour
        let store = try FeedStore(at: URL(fileURLWithPath: "\(folder ?? "")/store.sqlite"))
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
                    resetAt: SampleStates.now + 900, reportedAt: SampleStates.now)
            ])
        let environment = FeedEnvironment(
            catalog: .all, store: store, transport: HTTPClient(configuration: .init()), now: { SampleStates.now })
        let report = try LedgerReport(environment)
        return [
            "home": HomePage(site: site).html,
            "home-empty": HomePage(site: PageContext(upstreams: site.upstreams, now: SampleStates.now)).html,
            "repository": feed(harbour, SampleStates.repository(lastVisit: SampleStates.ago(1500))),
            "repository-limited": feed(harbour, SampleStates.repository(SampleStates.limited)),
            "repository-nothing": feed(harbour, FeedState(freshness: .fresh, fetchedAt: SampleStates.now)),
            "trending": feed(
                .trending, SampleStates.repository(.refreshing(Progress(done: 7, of: 26, "repositories")))),
            "planet": feed(.categories, try SampleStates.categories()),
            "planet-counting": feed(
                .categories,
                try SampleStates.categories(.refreshing(Progress(done: 5, of: 13, "categories")), counted: 5)),
            "wildfires": feed(.wildfires, SampleStates.category()),
            "wildfires-30": feed(.wildfires, SampleStates.category()) { $0.days = 3 },
            "news": feed(.news, SampleStates.stories()),
            "news-filtered": feed(.news, SampleStates.stories()) { $0.words = "nothing like this" },
            "news-score": feed(.news, SampleStates.stories()) { $0.order = .largest },
            "news-waiting": feed(.news, FeedState(freshness: .refreshing(nil))),
            "news-failed": feed(.news, FeedState(freshness: SampleStates.unreachable)),
            "search": SearchPage(query: "", order: .rank, outcome: .none, site: site).html,
            "candidates": CandidatesPage(
                address: "tides.example", candidates: [FeedCandidate(url: "https://tides.example/a", title: "Posts")],
                site: site
            ).html,
            "status": StatusPage(report: report, site: site).html,
            "help": HelpPage(site: site).html,
            "login": LoginPage(returnPath: "/planet", refusal: "Wrong token. Try again.", site: site).html,
            "problem": ProblemPage(
                status: 400, title: "Can't follow this",
                message: "“harbour” isn't the address of a feed.", site: site
            ).html,
        ]
    }
}
