import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform
import Search

/// The stories of a Hacker News list: `news/top`.
///
/// Requests the list, then only stories that are unknown, that the upstream reports as changed, or that were fetched too long ago
/// for such a report.
package struct StoriesFeed: RangedFeed {
    package typealias Item = Story

    /// `/updates` covers only the last minutes; stories fetched earlier are requested again.
    private static let longestTrust: TimeInterval = 1800
    /// The time to keep refreshing a larger part of the list after its last request.
    private static let longestWish: TimeInterval = 1800
    /// The interval at which the time of that request is stored.
    private static let wishRenewal: TimeInterval = 1200

    /// The list.
    package let list: HackerNews.List

    /// The feed of a list.
    package init(list: HackerNews.List) { self.list = list }

    package init?(path: [String]) {
        guard path.count == 2, path[0] == Upstream.news.id, let list = HackerNews.List(rawValue: path[1])
        else { return nil }
        self.list = list
    }

    /// Reads the address of a list on Hacker News, such as `https://news.ycombinator.com/newest`.
    package init?(pasted text: String) {
        guard let list = HackerNews.List(page: text) else { return nil }
        self.list = list
    }

    package static var example: [String] { [Upstream.news.id, HackerNews.List.top.rawValue] }
    package var path: [String] { [Upstream.news.id, list.rawValue] }
    package var page: URL? { URL(string: "https://news.ycombinator.com/" + list.pagePath) }

    package static var upstream: Upstream { .news }
    package static var measureKind: MeasureKinds.OfScope { .all(.points) }
    package var title: String { list.title }
    package var summary: String { list.summary }
    package var emptyMessage: String { "This list is empty." }

    package var controls: FeedControls {
        let orders: [FeedControls.Order] = [
            .ranked, .newest, FeedControls.Order("points", aliases: ["score"], "Most points", .largest),
        ]
        let isRanked = list == .top || list == .best
        return FeedControls(
            kinds: [.top, .best, .new].contains(list)
                ? FeedControls.KindFilter(
                    all: "All types",
                    [
                        FeedControls.Choice("story", "Stories"), FeedControls.Choice("job", "Jobs"),
                        FeedControls.Choice("poll", "Polls"),
                    ]) : nil,
            orders: isRanked ? orders : [orders[1], orders[2], orders[0]], limit: 30, pageLimit: 50, maximum: 500,
            showsRank: isRanked)
    }
    package static var columns: [EntryColumn] {
        [
            EntryColumn("WHEN", .date, isTrailing: true, dropOrder: 3),
            EntryColumn("POINTS", short: "PTS", .measure("points"), isTrailing: true, dropOrder: 1),
            EntryColumn(
                "COMMENTS", short: "CMTS", .measure("comments", leadsToDiscussion: true), isTrailing: true, dropOrder: 2
            ),
            EntryColumn("TITLE", .title, minimum: 40, isFlexible: true),
            EntryColumn(
                "SITE", .source(isAddress: true), minimum: 11, maximum: 30, isFlexible: true, dropOrder: 5),
            EntryColumn("BY", .author, maximum: 16, dropOrder: 6),
        ]
    }

    package func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy {
        switch purpose {
        case .list: .polled(spacing: 30, validates: false)
        case .item: Self.countedItems(request)
        default: .following
        }
    }

    /// The base address of items, which represents all requests for items.
    static func countedItems(_ request: HTTPRequest) -> RequestPolicy {
        var url = request.url?.absoluteString ?? ""
        if let slash = url.lastIndex(of: "/") { url = String(url[...slash]) }
        return .counted(as: url + "…")
    }

    /// False if more stories are wanted than were fetched or will be fetched next time.
    package func rangeCovers(_ request: FeedRequest, _ snapshot: Snapshot) -> Bool {
        let coverage = RequestedRange(snapshot)
        guard coverage.count == request.limit, let fetchedAt = snapshot.fetchedAt, let wantedAt = coverage.wantedAt
        else { return coverage.count >= request.limit }
        return fetchedAt.timeIntervalSince(wantedAt) < Self.wishRenewal
    }

    /// The first stories of the list, up to the requested limit, in the requested order.
    package func stored(_ request: FeedRequest, in environment: FeedEnvironment) throws -> StoredFeed {
        let limit = request.limit
        // A choice is among all that is stored.
        if request.filter != ItemFilter() { return try stored(request, limit: limit, in: environment) }
        return try stored(request, limit: nil, in: environment) { snapshot in
            if RequestedRange(snapshot).count <= limit, snapshot.items.count <= limit { return }
            // More of the list was fetched than this request wants.
            snapshot.items.removeAll { $0.rank.map { $0 >= limit } ?? true }
            snapshot.total = snapshot.items.count
        }
    }

    package func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        let news = context.hackerNews
        return .deferred {
            let reuse: @Sendable ([Int]) -> Single<HackerNews.Reuse> = { ids in
                .deferred {
                    let known = try known(ids, context)
                    if known.isEmpty { return .just(HackerNews.Reuse()) }
                    return news.updates().catchAndReturn(Set(known.keys))  // Unknown changes: all stories are requested
                        .map { HackerNews.Reuse(known: known, changed: $0) }
                }
            }
            let wanted = wanted(context)
            return news.stories(of: list, limit: wanted.count, reusing: reuse).steps {
                .arrived(
                    shown($0, context), Progress(done: $0.done, of: $0.total, "stories"), read: readIDs($0, context))
            } done: {
                .done(try result($0, wanted, context))
            }
        }
    }

    /// The part of the list to fetch: the largest that was requested recently, so that viewers with different limits share it.
    private func wanted(_ context: RefreshContext) -> RequestedRange {
        let (now, limit, coverage) = (context.now, context.request.limit, RequestedRange(context.stored.snapshot))
        guard coverage.count > limit, let wantedAt = coverage.wantedAt,
            now.timeIntervalSince(wantedAt) < Self.longestWish
        else { return RequestedRange(limit, wantedAt: now) }
        return coverage
    }

    /// The stories that are known from current lists; another list may have fetched a story that is new to this one.
    private func known(_ ids: [Int], _ context: RefreshContext) throws -> [Int: Story] {
        var wanted = Set(ids.map(String.init))
        var known: [Int: Story] = [:]
        for list in HackerNews.List.allCases where !wanted.isEmpty {
            let stored = try StoriesFeed(list: list).stored(context.request, limit: nil, in: context.environment) {
                guard let fetched = $0.fetchedAt, context.now.timeIntervalSince(fetched) < Self.longestTrust else {
                    return $0.items.removeAll()
                }
                $0.items.removeAll { !wanted.contains($0.id) }
            }
            for case let story as Story in stored.items.map(\.item) {
                known[story.id] = story
                wanted.remove(story.feedID)
            }
        }
        return known
    }

    /// The stories of the requested part, in the list's order.
    private func shown(_ list: StoryList, _ context: RefreshContext) -> [Story] {
        let stories = Dictionary(list.stories.map { ($0.id, $0) }) { first, _ in first }
        return list.ids.prefix(context.request.limit).compactMap { stories[$0] }
    }

    /// Stories below the previously requested part may not be new, unless they were posted since; they arrive as read.
    private func readIDs(_ list: StoryList, _ context: RefreshContext) -> Set<String> {
        let snapshot = context.stored.snapshot
        guard let fetchedAt = snapshot.fetchedAt else { return [] }
        let below = Set(list.ids.dropFirst(RequestedRange(snapshot).count))
        return Set(list.stories.filter { below.contains($0.id) && $0.date <= fetchedAt }.map(\.feedID))
    }

    private func result(_ list: StoryList, _ wanted: RequestedRange, _ context: RefreshContext) throws -> RefreshResult
    {
        let ranks = Dictionary(list.ids.enumerated().map { ($1, $0) }) { first, _ in first }
        // A story that is unreadable is skipped; one that failed makes the refresh partial.
        let failed = list.failures.filter { !HTTPError.isUndecodable($0.value) }
        // The list still names these: they keep their places with their stored forms, unless they were deleted or hidden.
        let arrived = Set(list.stories.map(\.id))
        let missing = list.ids.filter { !arrived.contains($0) && (list.absent[$0] ?? .null) == .null }
        let stored = try context.environment.store.items(of: key, ids: missing.map(String.init))
        let kept = Feed(self).shown(stored).compactMap { $0.item as? Story }
        let items = try (list.stories + kept).map { try $0.stored(rank: ranks[$0.id]) }
        let refresh = FeedUpdate(
            feed: key, items: items, mode: .replace, fetchedAt: context.now, read: readIDs(list, context),
            skipped: list.skipped - failed.count, extra: try wanted.extra())
        return RefreshResult(
            [refresh],
            error: failed.min { $0.key < $1.key }.map {
                .partial("\(failed.count) of \(list.total) stories", $0.value)
            })
    }
}

extension RefreshContext {
    /// The API, with requests through the ledger.
    var hackerNews: HackerNews {
        HackerNews(
            transport: transport, baseURL: environment.addresses[Upstream.news.id] ?? HackerNews.publicAPI)
    }
}

extension HackerNews.List {
    /// The path of the list's page on the site.
    var pagePath: String {
        switch self {
        case .top: "news"
        case .new: "newest"
        case .best: "best"
        case .ask: "ask"
        case .show: "show"
        case .jobs: "jobs"
        }
    }

    /// The list with a page at that path.
    init?(page text: String) {
        guard let url = URL(string: text.contains("://") ? text : "https://" + text),
            url.host()?.lowercased() == "news.ycombinator.com"
        else { return nil }
        let path = url.path().filter { $0 != "/" }
        guard let list = Self.allCases.first(where: { $0.pagePath == path || path.isEmpty && $0 == .top }) else {
            return nil
        }
        self = list
    }
}
