import FeedStore
import Freshet
import HTTPTypes
public import OurPlanet

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Feed<NaturalEvent> {
    /// The events of one category: open ones, and those that were closed within the last `days` days.
    public static func planet(category: String, days: Int, _ environment: FeedEnvironment) -> Feed<NaturalEvent> {
        Feed(CategoryFeed(category: category, days: days), environment)
    }
}

/// The events of one category of natural events.
///
/// What was once fetched for more days is refreshed for as many, so that looking at fewer forgets nothing.
struct CategoryFeed: FeedSource {
    /// Seconds between two refreshes: the upstream is slow, and says nothing of its own.
    static let spacing: TimeInterval = 900

    let category: String
    let days: Int

    var key: FeedKey { Self.key(category) }

    static func key(_ category: String) -> FeedKey { FeedKey("planet/" + category) }

    /// The open events are asked for when it is time, and the closed ones with them.
    func accounting(for request: HTTPRequest) -> Accounting {
        request.path?.contains("status=open") == true
            ? .polled(spacing: Self.spacing, validates: false) : .following
    }

    /// More days may be wanted than were fetched.
    func covers(_ request: FeedRequest, _ snapshot: Snapshot) -> Bool { Covered.by(snapshot) >= days }

    func stored(_ context: FeedContext) throws -> StoredFeed<NaturalEvent> {
        let store = context.environment.store
        let covered = Covered.by(try store.snapshot(of: key, limit: 0))
        if covered <= days { return StoredFeed(try store.snapshot(of: key, limit: context.request.limit)) }
        var stored = StoredFeed<NaturalEvent>(try store.snapshot(of: key, limit: nil))
        let start = start(context.environment.now())
        stored.items = stored.items.filter { $0.item.isCurrent(since: start) }
        stored.total = stored.items.count
        stored.items = Array(stored.items.prefix(context.request.limit))
        return stored
    }

    func refresh(_ context: RefreshContext<NaturalEvent>) -> Observable<RefreshStep<NaturalEvent>> {
        .deferred {
            try checkFreshness(context)
            let asked = max(days, Covered.by(context.stored.snapshot))
            return context.eonet.events(in: category, days: asked).asObservable().map { list in
                .done(
                    RefreshResult(refreshes: [
                        try Self.refreshed(
                            category, list, days: asked, after: context.stored.snapshot,
                            at: context.environment.now())
                    ]))
            }
        }
    }

    /// The overview of all categories may have brought this one in a moment ago.
    private func checkFreshness(_ context: RefreshContext<NaturalEvent>) throws {
        guard context.request.mode != .insisting, context.stored.snapshot.error == nil,
            Covered.by(context.stored.snapshot) >= days, let fetchedAt = context.stored.snapshot.fetchedAt
        else { return }
        let next = fetchedAt + Self.spacing
        if next > context.environment.now() { throw Abstention(until: next, rule: .spacing) }
    }

    private func start(_ now: Date) -> Date { now.addingTimeInterval(-86_400 * Double(days)) }

    /// What is to be stored of one category, of which `previous` was stored.
    static func refreshed(
        _ category: String, _ list: EventList, days: Int, after previous: Snapshot, at now: Date
    ) throws -> Refresh {
        Refresh(
            feed: key(category), items: try list.events.map { try $0.stored() }, mode: .replace, fetchedAt: now,
            seen: seen(list, previous), skipped: list.skipped.count, extra: try Covered(days).extra())
    }

    /// What was closed or last seen before the days that were asked for the last time is there because more days were asked for.
    private static func seen(_ list: EventList, _ previous: Snapshot) -> Set<String> {
        guard let fetchedAt = previous.fetchedAt else { return [] }
        let start = fetchedAt.addingTimeInterval(-86_400 * Double(Covered.by(previous)))
        let beyond = list.events.filter { event in
            !event.isOpen && (!event.isCurrent(since: start) || event.date.map { $0 < start } ?? true)
        }
        return Set(beyond.map(\.feedID))
    }
}

extension RefreshContext {
    /// EONET, asked through the accountant.
    var eonet: EONET {
        EONET(
            transport: accountant, baseURL: environment.addresses.eonet ?? EONET.publicAPI, now: environment.now)
    }
}
