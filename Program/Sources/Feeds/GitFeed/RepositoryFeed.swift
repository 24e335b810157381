import FeedStore
import Freshet
import FreshetHTTP
public import GitFeed
import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Feed<GitHubItem> {
    /// What happens in a repository.
    public static func gitHub(_ repository: RepositoryName, _ environment: FeedEnvironment) -> Feed<GitHubItem> {
        Feed(RepositoryFeed(repository: repository), environment)
    }
}

/// What happens in a repository.
///
/// GitHub keeps 300 events in pages of up to 100. One page is asked for; more of them when it does not reach back to what is stored, until
/// one does, or when more events are wanted than are stored. What lies between the oldest event that came and the newest one that was
/// stored is a gap if even the last page did not reach back to it.
struct RepositoryFeed: FeedSource {
    /// As many events a page as GitHub gives.
    private static let pageSize = 100

    let repository: RepositoryName

    var key: FeedKey { .gitHub(repository.description.lowercased()) }

    func accounting(for request: HTTPRequest) -> Accounting {
        // Pages after the first follow from it.
        let isLaterPage = ["?page=", "&page="].contains { request.path?.contains($0) == true }
        return isLaterPage ? .following : .polled(spacing: 60, validates: true)
    }

    func stored(_ context: FeedContext) throws -> StoredFeed<GitHubItem> {
        StoredFeed(try context.environment.store.snapshot(of: key, limit: context.request.limit))
    }

    func spacing(_ environment: FeedEnvironment) throws -> Double { try GitHubBudget(environment).spacing }

    func refresh(_ context: RefreshContext<GitHubItem>) -> Observable<RefreshStep<GitHubItem>> {
        context.gitHub.events(of: repository, perPage: Self.pageSize).asObservable()
            .flatMap { answer -> Observable<RefreshStep<GitHubItem>> in
                switch answer {
                case .modified(let page): pages(Reach(page), context)
                case .notModified: older(context, nil)
                }
            }
            .catch { error in
                guard let abstention = error as? Abstention else { throw error }
                return older(context, abstention)
            }
    }

    /// The first page is known; older ones are asked for if they are wanted.
    private func older(
        _ context: RefreshContext<GitHubItem>, _ abstention: Abstention?
    ) -> Observable<RefreshStep<GitHubItem>> {
        .deferred {
            let known = Reach(next: try nextPage(context), abstention)
            if known.wantsMore(context) { return pages(known, context) }
            if let abstention { throw abstention }
            return .just(
                .done(RefreshResult(refreshes: [.unchanged(key, fetchedAt: context.environment.now())])))
        }
    }

    /// Pages until there are enough.
    private func pages(_ reach: Reach, _ context: RefreshContext<GitHubItem>) -> Observable<RefreshStep<GitHubItem>> {
        let arrived: Observable<RefreshStep<GitHubItem>> =
            reach.events.isEmpty ? .empty() : .just(.arrived(reach.events, nil, seen: seen(reach, context)))
        guard let next = reach.next, reach.wantsMore(context) else {
            return arrived.concat(Observable.deferred { .just(.done(try result(reach, context))) })
        }
        let more = context.gitHub.events(at: next).asObservable()
            .map { answer in
                guard case .modified(let page) = answer else { throw GitHubError.unaskedNotModified(next) }
                return reach.joined(by: page)
            }
            .catch { error in .just(reach.ended(by: FeedError(error))) }
        return arrived.concat(more.flatMap { pages($0, context) })
    }

    private func result(_ reach: Reach, _ context: RefreshContext<GitHubItem>) throws -> RefreshResult {
        let stored = context.stored
        var refresh = Refresh(
            feed: key, items: try reach.events.map { try $0.stored() }, mode: .merge,
            fetchedAt: context.environment.now(), seen: seen(reach, context))
        if reach.knowsFirst {
            // Nobody has asked what is new.
            if reach.abstention != nil { refresh.fetchedAt = stored.snapshot.fetchedAt ?? refresh.fetchedAt }
        } else {
            refresh.skipped = reach.skipped
        }
        let newest = reach.knowsFirst ? stored.items.first?.item.date : reach.events.first?.date
        if let oldest = reach.events.last?.date, let newest, oldest <= newest {
            refresh.closesGaps = oldest...newest
            if !reach.knowsFirst, let start = stored.items.first?.item.date, start < oldest {
                refresh.gaps = [Gap(after: start, before: oldest)]
            }
        }
        refresh.extra = try Extent(after: reach, context).extra()
        return RefreshResult(refreshes: [refresh], remarks: reach.remarks, abstention: reach.abstention)
    }

    /// What is older than all that was stored is there because more was asked for.
    private func seen(_ reach: Reach, _ context: RefreshContext<GitHubItem>) -> Set<String> {
        guard context.stored.items.count < context.request.limit, let oldest = context.stored.items.last?.item.date
        else { return [] }
        return Set(reach.events.filter { event in event.date.map { $0 < oldest } ?? false }.map(\.id))
    }

    /// Where the first page said that the second one is.
    private func nextPage(_ context: RefreshContext<GitHubItem>) throws -> URL? {
        try context.environment.store.ledger()
            .first { $0.feed == key && $0.nextPage != nil && $0.nextAllowedAt != nil }
            .flatMap { $0.nextPage.flatMap { URL(string: $0) } }
    }
}
