import FeedStore
import Freshet
import HTTPTypes
public import News

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Feed<Story> {
    /// The stories of a list of Hacker News.
    public static func news(_ list: HackerNews.List, _ environment: FeedEnvironment) -> Feed<Story> {
        Feed(NewsFeed(list: list), environment)
    }
}

/// The stories of a list: the list is asked for, and then only the stories that are not known, that the upstream says have changed, or that
/// were fetched too long ago for it to say.
struct NewsFeed: FeedSource {
    /// `/updates` tells what changed in the last minutes only: what is known from earlier is asked for again.
    private static let longestTrust: TimeInterval = 1800
    /// So long a larger part of the list is refreshed for whoever wanted it, though a smaller one is asked for now.
    private static let patience: TimeInterval = 1800
    /// After so long whoever still wants that part says so by asking.
    private static let reminder: TimeInterval = 1200

    let list: HackerNews.List

    var key: FeedKey { Self.key(list) }

    private static func key(_ list: HackerNews.List) -> FeedKey { FeedKey("news/" + list.rawValue) }

    func accounting(for request: HTTPRequest) -> Accounting {
        let path = request.path ?? ""
        if let item = path.firstRange(of: "/item/") {
            return .counted(as: "\(request.scheme ?? "https")://\(request.authority ?? "")\(path[..<item.upperBound])…")
        }
        return path.contains("/updates") ? .following : .polled(spacing: 30, validates: false)
    }

    /// More stories may be wanted than were fetched, or than will be fetched the next time.
    func covers(_ request: FeedRequest, _ snapshot: Snapshot) -> Bool {
        let covered = Covered(snapshot)
        guard covered.count == request.limit, let fetchedAt = snapshot.fetchedAt, let wantedAt = covered.wantedAt
        else { return covered.count >= request.limit }
        return fetchedAt.timeIntervalSince(wantedAt) < Self.reminder
    }

    func stored(_ context: FeedContext) throws -> StoredFeed<Story> {
        let (store, limit) = (context.environment.store, context.request.limit)
        if Covered.by(try store.snapshot(of: key, limit: 0)) <= limit {
            return StoredFeed(try store.snapshot(of: key, limit: limit))
        }
        // More of the list was fetched than is asked for now.
        var snapshot = try store.snapshot(of: key, limit: nil)
        snapshot.items.removeAll { $0.rank.map { $0 >= limit } ?? true }
        snapshot.total = snapshot.items.count
        return StoredFeed(snapshot)
    }

    /// As much of the list as is wanted now, or was wanted by somebody else a while ago: two who look at one list share what is fetched.
    private func wanted(_ context: RefreshContext<Story>) -> Covered {
        let (now, limit, covered) = (context.environment.now(), context.request.limit, Covered(context.stored.snapshot))
        guard covered.count > limit, let wantedAt = covered.wantedAt, now.timeIntervalSince(wantedAt) < Self.patience
        else { return Covered(limit, wantedAt: now) }
        return covered
    }

    func refresh(_ context: RefreshContext<Story>) -> Observable<RefreshStep<Story>> {
        let news = HackerNews(
            transport: context.accountant, baseURL: context.environment.addresses.news ?? HackerNews.publicAPI)
        return .deferred {
            let reuse = Single.deferred {
                let known = try known(context)
                if known.isEmpty { return .just(HackerNews.Reuse()) }
                return news.updates().catchAndReturn(Set(known.keys))  // Not known what changed: all is asked for.
                    .map { HackerNews.Reuse(known: known, changed: $0) }
            }
            let wanted = wanted(context)
            return news.stories(of: list, limit: wanted.count, reusing: reuse).steps {
                .arrived(
                    shown($0, context), Progress(done: $0.done, of: $0.total, "stories"), seen: seen($0, context))
            } done: {
                .done(try result($0, wanted, context))
            }
        }
    }

    /// The stored stories of all lists whose numbers can still be trusted: one that is new to this list may be known from another.
    private func known(_ context: RefreshContext<Story>) throws -> [Int: Story] {
        var known: [Int: Story] = [:]
        for list in HackerNews.List.allCases {
            let snapshot = try context.environment.store.snapshot(of: Self.key(list), limit: nil)
            guard let fetched = snapshot.fetchedAt,
                context.environment.now().timeIntervalSince(fetched) < Self.longestTrust
            else { continue }
            for shown in snapshot.decoded(as: Story.self).items { known[shown.item.id] = shown.item }
        }
        return known
    }

    /// The stories of the part that was asked for.
    private func shown(_ list: StoryList, _ context: RefreshContext<Story>) -> [Story] {
        if list.ids.count <= context.request.limit { return list.stories }
        let ids = Set(list.ids.prefix(context.request.limit))
        return list.stories.filter { ids.contains($0.id) }
    }

    /// What stands below the places that were asked for the last time may have stood there then, unless it has been posted since.
    private func seen(_ list: StoryList, _ context: RefreshContext<Story>) -> Set<String> {
        let snapshot = context.stored.snapshot
        guard let fetchedAt = snapshot.fetchedAt else { return [] }
        let below = Set(list.ids.dropFirst(Covered.by(snapshot)))
        return Set(list.stories.filter { below.contains($0.id) && $0.date <= fetchedAt }.map(\.feedID))
    }

    private func result(_ list: StoryList, _ wanted: Covered, _ context: RefreshContext<Story>) throws -> RefreshResult
    {
        let ranks = Dictionary(list.ids.enumerated().map { ($1, $0) }) { first, _ in first }
        let refresh = Refresh(
            feed: key, items: try list.stories.map { try $0.stored(rank: ranks[$0.id]) }, mode: .replace,
            fetchedAt: context.environment.now(), seen: seen(list, context), skipped: list.skipped,
            extra: try wanted.extra())
        var remarks: [String] = []
        if let failure = list.failures.values.first {
            remarks.append(
                "\(list.failures.count) of \(list.total) stories could not be had: \(FeedError(failure).message)")
        }
        return RefreshResult(refreshes: [refresh], remarks: remarks)
    }
}
