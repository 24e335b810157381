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
/// GitHub keeps 300 events in pages of up to 100. One page is asked for; more of them when none of its events is known though some are stored,
/// until one is, or when more events are wanted than are stored. What lies between the oldest event that came and the newest one that was
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

    func refresh(_ context: RefreshContext<GitHubItem>) -> Observable<RefreshStep<GitHubItem>> {
        context.gitHub.events(of: repository, perPage: Self.pageSize).asObservable()
            .flatMap { answer -> Observable<RefreshStep<GitHubItem>> in
                switch answer {
                case .notModified: older(context, .unchanged(key, fetchedAt: context.environment.now()))
                case .modified(let page): pages(Collected(page), context)
                }
            }
            .catch { error in
                guard let abstention = error as? Abstention else { throw error }
                return older(context, nil, abstention)
            }
    }

    /// Pages until one reaches back to what is stored, and there are as many events as are wanted.
    private func pages(
        _ collected: Collected, _ context: RefreshContext<GitHubItem>
    ) -> Observable<RefreshStep<GitHubItem>> {
        let arrived = Observable.just(RefreshStep.arrived(collected.events, nil))
        return .deferred {
            let isWhole = try reachesBack(collected, context)
            if let next = collected.next, !isWhole || collected.events.count < context.request.limit {
                let more = context.gitHub.events(at: next).asObservable()
                    .map { answer in
                        guard case .modified(let page) = answer else { return collected.ended }
                        return collected.joined(by: page)
                    }
                    .catch { error in
                        // The pages before this one are worth keeping.
                        .just(collected.ended(by: FeedError(error)))
                    }
                return arrived.concat(more.flatMap { pages($0, context) })
            }
            return arrived.concat(Observable.just(.done(try result(collected, isWhole: isWhole, context))))
        }
    }

    /// Whether what came goes back as far as what is stored.
    private func reachesBack(_ collected: Collected, _ context: RefreshContext<GitHubItem>) throws -> Bool {
        guard let newest = context.stored.items.first?.item.date, let oldest = collected.events.last?.date else {
            return true
        }
        if oldest <= newest { return true }
        return try !context.environment.store.items(of: key, ids: collected.events.map(\.id)).isEmpty
    }

    private func result(
        _ collected: Collected, isWhole: Bool, _ context: RefreshContext<GitHubItem>
    ) throws -> RefreshResult {
        let newest = context.stored.items.first?.item.date
        let (first, last) = (collected.events.first?.date, collected.events.last?.date)
        var refresh = Refresh(
            feed: key, items: try collected.events.map { try $0.stored() }, mode: .merge,
            fetchedAt: context.environment.now(), skipped: collected.skipped)
        if !isWhole, let newest, let last { refresh.gaps = [Gap(after: newest, before: last)] }
        if let first, let last { refresh.closesGaps = last...first }
        return RefreshResult(refreshes: [refresh], remarks: collected.remarks)
    }

    /// The first page is known; older ones are asked for if more events are wanted than are stored.
    private func older(
        _ context: RefreshContext<GitHubItem>, _ unchanged: Refresh?, _ abstention: Abstention? = nil
    ) -> Observable<RefreshStep<GitHubItem>> {
        let settled = RefreshResult(refreshes: unchanged.map { [$0] } ?? [], abstention: abstention)
        return .deferred {
            let wanted = context.request.limit
            guard context.stored.total < wanted, let next = try nextPage(context) else {
                if unchanged == nil, let abstention { throw abstention }
                return .just(.done(settled))
            }
            return context.gitHub.moreEvents(from: next, upTo: wanted).asObservable()
                .scan(into: [GitHubItem]()) { $0 += $1.events }
                .flatMap { events -> Observable<RefreshStep<GitHubItem>> in
                    let refresh = Refresh(
                        feed: key, items: try events.map { try $0.stored() }, mode: .merge,
                        fetchedAt: context.environment.now())
                    return .of(
                        .arrived(events, nil), .done(RefreshResult(refreshes: [refresh], abstention: abstention)))
                }
                .takeLast(2)
                .ifEmpty(default: .done(settled))
        }
    }

    /// Where the first page said that the second one is.
    private func nextPage(_ context: RefreshContext<GitHubItem>) throws -> URL? {
        try context.environment.store.ledger()
            .first { $0.feed == key && $0.nextPage != nil && $0.rule != nil }
            .flatMap { $0.nextPage.flatMap { URL(string: $0) } }
    }

    /// The events of the pages that came.
    private struct Collected: Sendable {
        var events: [GitHubItem]
        var skipped: Int
        var next: URL?
        var remarks: [String] = []

        init(_ page: EventPage) {
            events = page.events
            skipped = page.skipped.count
            next = page.next
        }

        /// While pages are asked for, new events push old ones to the next page, where they come again.
        func joined(by page: EventPage) -> Collected {
            var joined = self
            let known = Set(events.map(\.id))
            joined.events = (events + page.events.filter { !known.contains($0.id) }).sorted(by: GitHubItem.newestFirst)
            joined.skipped += page.skipped.count
            joined.next = page.next
            return joined
        }

        /// Nothing more is asked.
        var ended: Collected {
            var ended = self
            ended.next = nil
            return ended
        }

        func ended(by error: FeedError) -> Collected {
            var ended = ended
            ended.remarks.append("older events could not be had: " + error.message)
            return ended
        }
    }
}
