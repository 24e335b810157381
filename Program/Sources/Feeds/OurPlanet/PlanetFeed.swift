import FeedStore
import Freshet
import HTTPTypes
import OurPlanet

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Feed<CategorySummary> {
    /// The categories of natural events with the number of their events: open ones, and those that were closed within the last `days` days.
    public static func planet(days: Int, _ environment: FeedEnvironment) -> Feed<CategorySummary> {
        Feed(PlanetFeed(days: days), environment)
    }
}

/// All categories of natural events; their events are stored with them, each category as a feed of its own.
struct PlanetFeed: FeedSource {
    let days: Int

    var key: FeedKey { FeedKey("planet") }

    /// The categories are asked for when it is time, and their events with them.
    func accounting(for request: HTTPRequest) -> Accounting {
        request.path?.contains("status=") == true
            ? .following : .polled(spacing: CategoryFeed.spacing, validates: false)
    }

    /// More days may be wanted than were fetched.
    func covers(_ request: FeedRequest, _ snapshot: Snapshot) -> Bool { Covered.by(snapshot) >= days }

    func stored(_ context: FeedContext) throws -> StoredFeed<CategorySummary> {
        let store = context.environment.store
        var stored = StoredFeed<CategorySummary>(try store.snapshot(of: key, limit: context.request.limit))
        guard Covered.by(stored.snapshot) > days else { return stored }
        // More days were counted than are asked for now.
        let start = start(context.environment.now())
        for index in stored.items.indices where stored.items[index].item.eventCount != nil {
            let category = stored.items[index].item
            let events = try store.snapshot(of: CategoryFeed.key(category.id), limit: nil).decoded(
                as: NaturalEvent.self)
            stored.items[index].item = category.counting(events.items.map(\.item), since: start)
        }
        return stored
    }

    func refresh(_ context: RefreshContext<CategorySummary>) -> Observable<RefreshStep<CategorySummary>> {
        let known = Dictionary(context.stored.items.map { ($0.item.id, $0.item) }) { first, _ in first }
        let asked = max(days, Covered.by(context.stored.snapshot))
        return context.eonet.overview(days: asked).steps { overview in
            .arrived(
                summaries(overview, known, context.environment.now()),
                Progress(done: overview.done, of: overview.total, "categories"))
        } done: { overview in
            // The counts as they are stored: for as many days as were asked for, and of all categories.
            let stored = try context.environment.store.snapshot(of: key, limit: nil).decoded(as: CategorySummary.self)
            let known = Dictionary(stored.items.map { ($0.item.id, $0.item) }) { first, _ in first }
            return .done(try result(overview, known, context.environment))
        }
    }

    /// The categories with their counts, as far as they are in; until then, and where they failed, the stored ones.
    private func summaries(_ overview: Overview, _ known: [String: CategorySummary], _ now: Date) -> [CategorySummary] {
        overview.categories.map { category in
            let summary = CategorySummary(category.category)
            guard let list = category.list else { return known[category.id] ?? summary }
            return summary.counting(list.events, since: start(now))
        }
    }

    private func result(
        _ overview: Overview, _ known: [String: CategorySummary], _ environment: FeedEnvironment
    ) throws -> RefreshResult {
        let now = environment.now()
        let fetchedStart = now.addingTimeInterval(-86_400 * Double(overview.days))
        let counted = overview.categories.map { category in
            let summary = CategorySummary(category.category)
            return category.list.map { summary.counting($0.events, since: fetchedStart) } ?? known[category.id]
                ?? summary
        }
        let failure = failure(overview)
        let refresh = Refresh(
            feed: key, items: try counted.enumerated().map { try $1.stored(rank: $0) }, mode: .replace, fetchedAt: now,
            skipped: overview.skipped.count, extra: try Covered(overview.days).extra(),
            error: failure.map { StoredError($0, at: now) })
        let categories = try overview.categories.compactMap { category in
            try category.list.map { list in
                let previous = try environment.store.snapshot(of: CategoryFeed.key(category.id), limit: 0)
                return try CategoryFeed.refreshed(category.id, list, days: overview.days, after: previous, at: now)
            }
        }
        return RefreshResult(refreshes: [refresh] + categories, error: failure)
    }

    /// Categories that could not be had leave the overview stale: no number is not the number 0.
    private func failure(_ overview: Overview) -> FeedError? {
        guard let error = overview.categories.lazy.compactMap(\.error).first else { return nil }
        var failure = FeedError(error)
        failure.message = "\(overview.failed) of \(overview.total) categories could not be had: \(failure.message)"
        return failure
    }

    private func start(_ now: Date) -> Date { now.addingTimeInterval(-86_400 * Double(days)) }
}
