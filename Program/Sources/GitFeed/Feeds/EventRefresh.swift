import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import Platform

/// Refreshes a feed of GitHub's events.
///
/// GitHub keeps 300 events in pages of up to 100. Further pages are requested until one reaches the stored events, or if more events
/// are wanted than are stored. If even the last page doesn't reach them, the span between the oldest event of the pages and the newest
/// stored event becomes a gap.
struct EventRefresh: Sendable {
    /// GitHub's maximum page size.
    static let pageSize = 100

    let key: FeedKey
    let context: RefreshContext
    /// The kind of the account, if it had to be requested.
    var account: GitHubAccount.Kind?
    /// The present name of the repository, if it is followed under a former one.
    var repository: RepositoryName?

    /// - Parameter first: the first page, with the stored validators.
    func steps(_ first: Single<Conditional<EventPage>>) -> Observable<RefreshStep> {
        PullRequestTitles(key: key, context: context).added(to: untitled(first))
    }

    private func untitled(_ first: Single<Conditional<EventPage>>) -> Observable<EventStep> {
        first.asObservable()
            .flatMap { answer -> Observable<EventStep> in
                switch answer {
                case .modified(let page): named(page).asObservable().flatMap { pages($0) }
                case .notModified: older(nil)
                }
            }
            .catch { error in
                guard let deferral = error as? Deferral else { throw error }
                return older(deferral)
            }
    }

    /// The first page, with the present name of a repository that was requested under a former one.
    private func named(_ page: EventPage) -> Single<EventPaging> {
        // …/repositories/ID/events
        let path = page.movedTo?.pathComponents.suffix(3).map { $0 } ?? []
        guard path.first == "repositories", path.count == 3, let id = Int(path[1]) else {
            return .just(EventPaging(page))
        }
        return context.gitHub.name(ofRepository: id)
            .map { EventPaging(page, renamed: $0) }
            // The events have arrived; the next refresh requests the name.
            .catch { _ in .just(EventPaging(page)) }
    }

    /// The first page is unchanged; older pages follow if they are wanted.
    private func older(_ deferral: Deferral?) -> Observable<EventStep> {
        .deferred {
            let known = EventPaging(next: try nextPage(), deferral)
            if known.wantsMore(context) { return pages(known) }
            if let deferral { throw deferral }
            return .just(
                .done([], keepsStored: true) { titled in
                    var refresh = FeedUpdate.unchanged(key, fetchedAt: context.now)
                    refresh.items = try titled.map { try $0.stored() }
                    return RefreshResult([refresh])
                })
        }
    }

    /// Requests pages until there are enough.
    private func pages(_ paging: EventPaging) -> Observable<EventStep> {
        let arrived: Observable<EventStep> =
            paging.events.isEmpty || isHidden(paging)
            ? .empty() : .just(.arrived(paging.events, nil, read: readIDs(paging)))
        guard let next = paging.next, paging.wantsMore(context) else {
            let done = EventStep.done(paging.events, keepsStored: true, isPart: paging.failure != nil) { titled in
                try result(paging, titled)
            }
            return arrived.concat(Observable.just(done))
        }
        let more = context.gitHub.events(at: next).asObservable()
            .map { answer in
                guard case .modified(let page) = answer else { throw GitHubError.unaskedNotModified(next) }
                return paging.joined(by: page)
            }
            .catch { error in .just(paging.ended(by: FeedError(error))) }
        return arrived.concat(more.flatMap { pages($0) })
    }

    /// The account that alone may read what the token opens.
    private var reader: Account.ID { context.feed.reader ?? Account.first }

    /// True if the refreshing account may not see the events, which the server's token opened.
    private func isHidden(_ paging: EventPaging) -> Bool {
        paging.isPrivate == true && context.environment.store.account != reader
    }

    private func result(_ paging: EventPaging, _ titled: [GitHubItem]) throws -> RefreshResult {
        let stored = context.stored
        var refresh = FeedUpdate(
            feed: key, items: try titled.map { try $0.stored() }, mode: .merge, fetchedAt: context.now,
            read: readIDs(paging))
        if paging.isFirstPageKnown {
            // The first page wasn't requested, so the feed isn't newer.
            if paging.deferral != nil { refresh.fetchedAt = stored.snapshot.fetchedAt ?? refresh.fetchedAt }
        } else {
            refresh.skipped = paging.skipped
        }
        let newest = paging.isFirstPageKnown ? stored.items.first?.entry.date : paging.events.first?.date
        if let oldest = paging.events.last?.date, let newest, oldest <= newest {
            refresh.closesGaps = oldest...newest
            if !paging.isFirstPageKnown, let start = stored.items.first?.entry.date, start < oldest {
                refresh.gaps = [Gap(after: start, before: oldest)]
            }
        }
        if let isPrivate = paging.isPrivate { refresh.access = isPrivate ? .only(reader) : .everybody }
        refresh.extra = try EventFeedState(after: paging, context, account, paging.repository ?? repository).extra()
        refresh.title = (paging.repository ?? repository)?.description
        return RefreshResult(
            [refresh], remarks: remarks(paging), deferral: paging.deferral,
            error: paging.failure.map { FeedError.partial("Older events", $0) })
    }

    private func remarks(_ paging: EventPaging) -> [String] {
        guard let name = paging.repository else { return [] }
        return ["This repository is now \(name). Freshet uses that name from now on."]
    }

    /// Events older than everything stored were requested by the reader, so they arrive as read.
    private func readIDs(_ paging: EventPaging) -> Set<String> {
        guard context.stored.items.count < context.request.limit, let oldest = context.stored.items.last?.entry.date
        else { return [] }
        return Set(paging.events.filter { event in event.date.map { $0 < oldest } ?? false }.map(\.id))
    }

    /// The address of the second page, as the first page linked it.
    private func nextPage() throws -> URL? {
        try context.environment.store.ledger(.feed(key))
            .filter { $0.nextPage != nil && $0.nextAllowedAt != nil }
            .max { $0.requestedAt < $1.requestedAt }
            .flatMap { $0.nextPage.flatMap { URL(string: $0) } }
    }
}

/// A step of a refresh of events, before the events have the titles of their pull requests.
enum EventStep: Sendable {
    /// All events so far, and the ids of those that arrive as read.
    case arrived([GitHubItem], Progress?, read: Set<String> = [])
    /// The end: the events, two flags (stored ones stay, some failed), and the result to store.
    case done(
        [GitHubItem], keepsStored: Bool, isPart: Bool = false,
        result: @Sendable (_ events: [GitHubItem]) throws -> RefreshResult)
}
