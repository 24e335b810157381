import FeedStore
import Feeds

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The events of the pages that have come, and how far back they reach.
struct EventPaging: Sendable {
    /// As many pages of a hundred events as GitHub keeps.
    private static let maximumPages = 3

    /// The newest first, each once.
    private(set) var events: [GitHubItem] = []
    private(set) var skipped = 0
    private(set) var next: URL?
    /// Why a page after the first failed.
    private(set) var failure: FeedError?
    /// Whether the first page is as it is stored, and isn't among the events.
    let isFirstPageKnown: Bool
    /// Why the first page was not asked for.
    let deferral: Deferral?
    /// The pages that have come; a link to one of them ends the paging.
    private var seen: Set<URL> = []

    /// Begins with the first page.
    init(_ page: EventPage) {
        (isFirstPageKnown, deferral) = (false, nil)
        events = page.events
        skipped = page.skipped.count
        next = page.next
    }

    /// Begins with the second page.
    init(next: URL?, _ deferral: Deferral?) {
        isFirstPageKnown = true
        self.deferral = deferral
        self.next = next
    }

    /// With the page that ``next`` led to: new events push old ones there, where they come again.
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

    /// Ended by a page that failed; those before it are worth keeping.
    func ended(by error: FeedError) -> EventPaging {
        var ended = self
        ended.next = nil
        ended.failure = error
        return ended
    }

    /// Whether another page is to be asked for, if there is one.
    func wantsMore(_ context: RefreshContext) -> Bool {
        guard next != nil else { return false }
        if let start = start(context), events.last?.date.map({ $0 > start }) ?? true { return true }
        let (stored, limit) = (context.stored, context.request.limit)
        if stored.items.count >= limit || Extent(stored.snapshot).asked >= limit { return false }
        return Set(stored.items.map(\.entry.id)).union(events.map(\.id)).count < limit
    }

    /// What the pages have to reach back to, so that nothing is missing: the newest stored event, or the beginning of the gap that a page
    /// which failed has left.
    func start(_ context: RefreshContext) -> Date? {
        let snapshot = context.stored.snapshot
        let gap = Extent(snapshot).isBroken && deferral == nil ? snapshot.gaps.first?.after : nil
        return gap ?? (isFirstPageKnown ? nil : context.stored.items.first?.entry.date)
    }
}

/// How far back a feed of events has been asked for, kept beside its events.
struct Extent: Codable {
    /// As many events have been asked for, whether there were so many or not.
    var asked = 0
    /// Whether the newest gap is there because a page failed, so that it may be closed.
    var isBroken = false
    /// Whose events they are, where that had to be asked.
    var account: Account.Kind?

    private enum CodingKeys: CodingKey { case asked, isBroken, account }

    /// What a snapshot says; of another version, pages are asked for once more.
    init(_ snapshot: Snapshot) { self = snapshot.decodedExtra(Extent.self) ?? Extent() }

    init(after paging: EventPaging, _ context: RefreshContext, _ account: Account.Kind?) {
        let before = Extent(context.stored.snapshot)
        let isBroken = paging.failure != nil
        asked = isBroken ? before.asked : max(before.asked, context.request.limit)
        self.isBroken =
            isBroken ? before.isBroken || !paging.isFirstPageKnown : before.isBroken && paging.deferral != nil
        self.account = account ?? before.account
    }

    private init() {}

    /// The form that the store keeps.
    func extra() throws -> Data { try JSONEncoder().encode(self) }
}
