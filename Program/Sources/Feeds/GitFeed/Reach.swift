import FeedStore
import GitFeed

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The events of the pages that came, and how far back they reach.
struct Reach: Sendable {
    /// The newest first, each once.
    private(set) var events: [GitHubItem] = []
    private(set) var skipped = 0
    private(set) var next: URL?
    private(set) var remarks: [String] = []
    /// Whether the first page is as it is stored, and is not among the events.
    let knowsFirst: Bool
    /// Why the first page was not asked for.
    let abstention: Abstention?
    /// Whether a page failed.
    private(set) var isBroken = false

    /// Begins with the first page.
    init(_ page: EventPage) {
        (knowsFirst, abstention) = (false, nil)
        events = page.events
        skipped = page.skipped.count
        next = page.next
    }

    /// Begins with the second page.
    init(next: URL?, _ abstention: Abstention?) {
        knowsFirst = true
        self.abstention = abstention
        self.next = next
    }

    /// While pages are asked for, new events push old ones to the next page, where they come again.
    func joined(by page: EventPage) -> Reach {
        var joined = self
        let known = Set(events.map(\.id))
        joined.events = (events + page.events.filter { !known.contains($0.id) }).sorted(by: GitHubItem.newestFirst)
        joined.skipped += page.skipped.count
        joined.next = page.next
        return joined
    }

    /// The pages before the one that failed are worth keeping.
    func ended(by error: FeedError) -> Reach {
        var ended = self
        ended.next = nil
        ended.isBroken = true
        ended.remarks.append("older events could not be had: " + error.message)
        return ended
    }

    /// Whether another page is to be asked for, if there is one.
    func wantsMore(_ context: RefreshContext<GitHubItem>) -> Bool {
        guard next != nil else { return false }
        if let start = start(context), events.last?.date.map({ $0 > start }) ?? true { return true }
        let (stored, limit) = (context.stored, context.request.limit)
        if stored.items.count >= limit || Extent(stored.snapshot).asked >= limit { return false }
        return Set(stored.items.map(\.item.id)).union(events.map(\.id)).count < limit
    }

    /// What the pages have to reach back to, so that nothing is missing: the newest stored event, or the beginning of the gap that a page which
    /// failed has left.
    func start(_ context: RefreshContext<GitHubItem>) -> Date? {
        let snapshot = context.stored.snapshot
        let gap = Extent(snapshot).isBroken && abstention == nil ? snapshot.gaps.first?.after : nil
        return gap ?? (knowsFirst ? nil : context.stored.items.first?.item.date)
    }
}

/// How far back a repository has been asked for, kept beside its events.
struct Extent: Codable {
    /// As many events have been asked for, whether there were so many or not.
    let asked: Int
    /// Whether the newest gap is there because a page failed, so that it may be closed.
    let isBroken: Bool

    /// What a snapshot says.
    init(_ snapshot: Snapshot) {
        do {
            self = try snapshot.extra.map { try JSONDecoder().decode(Extent.self, from: $0) } ?? Extent()
        } catch {
            self = Extent()  // of another version: pages are asked for once more
        }
    }

    init(after reach: Reach, _ context: RefreshContext<GitHubItem>) {
        let before = Extent(context.stored.snapshot)
        asked = reach.isBroken ? before.asked : max(before.asked, context.request.limit)
        isBroken = reach.isBroken ? before.isBroken || !reach.knowsFirst : before.isBroken && reach.abstention != nil
    }

    private init() { (asked, isBroken) = (0, false) }

    /// The form that the store keeps.
    func extra() throws -> Data { try JSONEncoder().encode(self) }
}
