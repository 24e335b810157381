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

    /// More stories may be wanted than were fetched.
    func covers(_ request: FeedRequest, _ snapshot: Snapshot) -> Bool { Covered.by(snapshot) >= request.limit }

    func stored(_ context: FeedContext) throws -> StoredFeed<Story> {
        StoredFeed(try context.environment.store.snapshot(of: key, limit: context.request.limit))
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
            return news.stories(of: list, limit: context.request.limit, reusing: reuse).steps {
                .arrived($0.stories, Progress(done: $0.done, of: $0.total, "stories"), seen: seen($0, context))
            } done: {
                .done(try result($0, context))
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

    /// What stands below the places that were asked for the last time may have stood there then, unless it has been posted since.
    private func seen(_ list: StoryList, _ context: RefreshContext<Story>) -> Set<String> {
        let snapshot = context.stored.snapshot
        guard let fetchedAt = snapshot.fetchedAt else { return [] }
        let below = Set(list.ids.dropFirst(Covered.by(snapshot)))
        return Set(list.stories.filter { below.contains($0.id) && $0.date <= fetchedAt }.map(\.feedID))
    }

    private func result(_ list: StoryList, _ context: RefreshContext<Story>) throws -> RefreshResult {
        let ranks = Dictionary(list.ids.enumerated().map { ($1, $0) }) { first, _ in first }
        let refresh = Refresh(
            feed: key, items: try list.stories.map { try $0.stored(rank: ranks[$0.id]) }, mode: .replace,
            fetchedAt: context.environment.now(), seen: seen(list, context), skipped: list.skipped,
            extra: try Covered.extra(context.request.limit))
        var remarks: [String] = []
        if let failure = list.failures.values.first {
            remarks.append(
                "\(list.failures.count) of \(list.total) stories could not be had: \(FeedError(failure).message)")
        }
        return RefreshResult(refreshes: [refresh], remarks: remarks)
    }
}
