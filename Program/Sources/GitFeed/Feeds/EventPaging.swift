import FeedStore
import Feeds
import Platform

/// The events of the pages so far, and their extent into the past.
struct EventPaging: Sendable {
    /// The number of pages of 100 events that GitHub keeps.
    private static let maximumPages = 3

    /// The events, newest first, each once.
    private(set) var events: [GitHubItem] = []
    private(set) var skipped = 0
    private(set) var next: URL?
    /// The error of a page after the first.
    private(set) var failure: FeedError?
    /// True if the first page is unchanged since it was stored, and so isn't among the events.
    let isFirstPageKnown: Bool
    /// The reason for not requesting the first page.
    let deferral: Deferral?
    /// The repository's current name, if it was requested under a former one.
    let repository: RepositoryName?
    /// True if the events aren't public; nil if the first page isn't among them.
    let isPrivate: Bool?
    /// The addresses of the pages so far; a link to one of them ends the paging.
    private var seen: Set<URL> = []

    /// Starts with the first page.
    init(_ page: EventPage, renamed repository: RepositoryName? = nil) {
        (isFirstPageKnown, deferral, self.repository, isPrivate) = (false, nil, repository, page.isPrivate)
        events = page.events
        skipped = page.skipped.count
        next = page.next
    }

    /// Starts with the second page.
    init(next: URL?, _ deferral: Deferral?) {
        (isFirstPageKnown, repository, isPrivate) = (true, nil, nil)
        self.deferral = deferral
        self.next = next
    }

    /// Adds the page that ``next`` led to. New events push old ones to it, so some events repeat.
    func joined(by page: EventPage) -> EventPaging {
        var joined = self
        let known = Set(events.map(\.id))
        joined.events = (events + page.events.filter { !known.contains($0.id) }).sorted(by: GitHubItem.newestFirst)
        joined.skipped += page.skipped.count
        if let next { joined.seen.insert(next) }
        let isEnd = joined.seen.count + 1 >= Self.maximumPages || page.next.map(joined.seen.contains) ?? true
        joined.next = isEnd ? nil : page.next
        return joined
    }

    /// Ends the paging with an error; the pages so far are kept.
    func ended(by error: FeedError) -> EventPaging {
        var ended = self
        ended.next = nil
        ended.failure = error
        return ended
    }

    /// True if another page exists and is to be requested.
    func wantsMore(_ context: RefreshContext) -> Bool {
        guard next != nil else { return false }
        if let start = start(context), events.last?.date.map({ $0 > start }) ?? true { return true }
        let (stored, limit) = (context.stored, context.request.limit)
        if stored.items.count >= limit || EventFeedState(stored.snapshot).asked >= limit { return false }
        return Set(stored.items.map(\.entry.id)).union(events.map(\.id)).count < limit
    }

    /// The date that the pages have to reach: of the newest stored event, or the start of the gap that a
    /// failed page has left.
    func start(_ context: RefreshContext) -> Date? {
        let snapshot = context.stored.snapshot
        let gap = EventFeedState(snapshot).isBroken && deferral == nil ? snapshot.gaps.first?.after : nil
        return gap ?? (isFirstPageKnown ? nil : context.stored.items.first?.entry.date)
    }
}

/// The requested extent of an event feed into the past, stored with the feed.
struct EventFeedState: Codable {
    /// The number of events that were requested, even if fewer exist.
    var asked = 0
    /// True if the newest gap is due to a failed page, so that it can be closed.
    var isBroken = false
    /// The kind of the account, once it is known.
    var account: GitHubAccount.Kind?
    /// The present name of a repository that is followed under a former one.
    var repository: RepositoryName?

    private enum CodingKeys: CodingKey { case asked, isBroken, account, repository }

    /// Decodes a snapshot. Pages are requested again if another version stored it.
    init(_ snapshot: Snapshot) { self = snapshot.decodedExtra(EventFeedState.self) ?? EventFeedState() }

    init(
        after paging: EventPaging, _ context: RefreshContext, _ account: GitHubAccount.Kind?,
        _ repository: RepositoryName?
    ) {
        let before = EventFeedState(context.stored.snapshot)
        let isBroken = paging.failure != nil
        asked = isBroken ? before.asked : max(before.asked, context.request.limit)
        self.isBroken =
            isBroken ? before.isBroken || !paging.isFirstPageKnown : before.isBroken && paging.deferral != nil
        self.account = account ?? before.account
        self.repository = repository
    }

    private init() {}

    /// The encoded form for the store.
    func extra() throws -> Data { try StoredJSON.encode(self) }
}
