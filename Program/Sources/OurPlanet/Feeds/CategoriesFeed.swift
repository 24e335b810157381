import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform

/// All categories of natural events with their counts: `planet`. Their events are stored with them, as feeds of their own.
package struct CategoriesFeed: RangedFeed {
    package typealias Item = CategorySummary

    /// All categories.
    package init() {}

    package init?(path: [String]) {
        guard path == Self().path else { return nil }
    }

    /// Reads the address of EONET's web site.
    package init?(pasted text: String) {
        guard let url = URL(string: text.contains("://") ? text : "https://" + text),
            url.host()?.lowercased() == "eonet.gsfc.nasa.gov", !url.path().hasSuffix("/rss")
        else { return nil }
    }

    package static var example: [String] { Self().path }
    package var path: [String] { [Upstream.planet.id] }
    package var page: URL? { URL(string: "https://eonet.gsfc.nasa.gov/") }

    package static var upstream: Upstream { .planet }
    package var title: String { "Natural events" }
    package var summary: String { "Natural events from NASA's EONET, by category." }
    package var emptyMessage: String { "EONET has no categories." }
    /// Categories and events may have the same ids.
    package var scope: String { "planet categories" }

    package var controls: FeedControls {
        FeedControls(orders: [.ranked], days: FeedControls.Days(EONET.days, usual: 360))
    }
    package static var columns: [EntryColumn] {
        [
            EntryColumn("CATEGORY", .id),
            EntryColumn("EVENTS", .measure("events"), isTrailing: true),
            EntryColumn("OPEN", .measure("open"), isTrailing: true),
            EntryColumn("NAME", .title, dropOrder: 1),
            EntryColumn("DESCRIPTION", .summary, minimum: 16, isFlexible: true, dropOrder: 2),
        ]
    }
    package var menu: [MenuLink] { Category.menu }

    /// The categories are polled; requests for events follow.
    package func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy {
        purpose == .categories ? .polled(spacing: CategoryFeed.spacing, validates: false) : .following
    }

    /// False if more days are wanted than were fetched.
    package func rangeCovers(_ request: FeedRequest, _ snapshot: Snapshot) -> Bool {
        RequestedRange(snapshot).count >= days(request)
    }

    package func stored(_ request: FeedRequest, in environment: FeedEnvironment) throws -> StoredFeed {
        var stored = try stored(request, limit: request.limit, in: environment)
        guard RequestedRange(stored.snapshot).count > days(request) else { return stored }
        // More days were counted than this request wants.
        let start = start(environment.now(), days(request))
        stored.items = try stored.items.map { shown in
            guard let category = shown.item as? CategorySummary, category.eventCount != nil else { return shown }
            let events = try CategoryFeed(category: category.id).stored(request, limit: nil, in: environment).items
                .compactMap {
                    $0.item as? NaturalEvent
                }
            return shown.with(category.counting(events, since: start))
        }
        return stored
    }

    package func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        let known = Self.summaries(context.stored)
        let asked = max(days(context.request), RequestedRange(context.stored.snapshot).count)
        return context.eonet.overview(days: asked).steps { overview in
            .arrived(
                counted(overview, known, since: start(context.now, days(context.request))),
                Progress(done: overview.done, of: overview.total, "categories"))
        } done: { overview in
            // The counts as they are stored: for the number of days last requested, of all categories.
            var all = context.request
            all.days = overview.days
            let stored = try stored(all, limit: nil, in: context.environment)
            return .done(try result(overview, Self.summaries(stored), context))
        }
    }

    private static func summaries(_ stored: StoredFeed) -> [String: CategorySummary] {
        let summaries = stored.items.compactMap { $0.item as? CategorySummary }
        return Dictionary(summaries.map { ($0.id, $0) }) { first, _ in first }
    }

    /// The categories with their counts so far; stored counts until then, and for categories that failed.
    private func counted(
        _ overview: Overview, _ known: [String: CategorySummary], since start: Date
    ) -> [CategorySummary] {
        overview.categories.map { category in
            let summary = CategorySummary(category.category)
            return category.list.map { summary.counting($0.events, since: start) } ?? known[category.id] ?? summary
        }
    }

    private func result(
        _ overview: Overview, _ known: [String: CategorySummary], _ context: RefreshContext
    ) throws -> RefreshResult {
        let now = context.now
        let counted = counted(overview, known, since: start(now, overview.days))
        let refresh = FeedUpdate(
            feed: key, items: try counted.enumerated().map { try $1.stored(rank: $0) }, mode: .replace,
            fetchedAt: now, read: Set(counted.map(\.id)), skipped: overview.skipped.count,
            extra: try RequestedRange(overview.days).extra())
        let listed = Set(overview.categories.flatMap { $0.list?.events ?? [] }.map(\.id))
        let categories = try overview.categories.compactMap { category in
            try category.list.map { list in
                let feed = CategoryFeed(category: category.id)
                let previous = try context.environment.store.snapshot(of: feed.key, order: .newest, limit: 0)
                var refresh = try CategoryFeed.refreshed(
                    category.id, list, days: overview.days, after: previous, at: now)
                try refresh.withdraw(
                    feed.withdrawn(list, elsewhere: listed, days: overview.days, in: context.environment))
                return refresh
            }
        }
        return RefreshResult([refresh] + categories, error: failure(overview))
    }

    /// An error if categories failed: the overview is stale, because an unknown count isn't zero.
    private func failure(_ overview: Overview) -> FeedError? {
        overview.categories.lazy.compactMap(\.error).first.map {
            .partial("\(overview.failed) of \(overview.total) categories", $0)
        }
    }

    private func days(_ request: FeedRequest) -> Int { request.days ?? EONET.days.upperBound }

    private func start(_ now: Date, _ days: Int) -> Date { now.addingTimeInterval(-86_400 * Double(days)) }
}

/// A category of natural events with its counts.
package struct CategorySummary: FeedItem, Hashable {
    /// The upstream's id: `wildfires`.
    package let id: String
    /// Its name.
    package let title: String
    /// The upstream's description.
    package let description: String?
    /// The number of events within the requested days; nil until it is known.
    package var eventCount: Int?
    /// The number of open events; nil until it is known.
    package var openCount: Int?

    private enum CodingKeys: String, CodingKey { case id, title, description, eventCount, openCount }

    init(_ category: OurPlanet.Category) {
        id = category.id
        title = category.title
        description = category.description
    }

    /// The upstream's id.
    package var feedID: String { id }
    /// Nil: categories have no dates.
    package var feedDate: Date? { nil }
    /// The form for programs.
    package var document: CategoryDocument { CategoryDocument(self) }

    /// The entry: a heading that links to the category's events.
    package var entry: Entry {
        var entry = Entry(
            id: id, kind: Entry.Kind("category"), title: [Entry.TextRun(title)],
            link: .feed(CategoryFeed(category: id).path))
        entry.summary = description ?? ""
        entry.tags = [id]
        entry.measures = [
            Entry.Measure("events", eventCount.map(Double.init), unit: .init("event", "events")),
            Entry.Measure("open", openCount.map(Double.init), unit: .init("open")),
        ]
        entry.isMarkable = false
        return entry
    }

    /// The category with counts of its open events, and of its events open or closed since `start`.
    func counting(_ events: [NaturalEvent], since start: Date) -> CategorySummary {
        var summary = self
        summary.openCount = events.count { $0.isOpen }
        summary.eventCount = events.count { $0.isCurrent(since: start) }
        return summary
    }
}

/// A category for programs.
package struct CategoryDocument: Encodable, Sendable {
    private let id, title: String
    @OrNull private var description: String?
    @OrNull private var eventCount: Int?
    @OrNull private var openCount: Int?

    init(_ summary: CategorySummary) {
        (id, title, description) = (summary.id, summary.title, summary.description)
        (eventCount, openCount) = (summary.eventCount, summary.openCount)
    }
}

extension NaturalEvent {
    /// True if the event is open, or was closed at `start` or later.
    func isCurrent(since start: Date) -> Bool { closed.map { $0 >= start } ?? true }
}
