import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform
import Search

/// The open events of a category, and events closed within the requested days: `planet/wildfires`.
///
/// Refreshes cover the largest number of days requested so far, so that requesting fewer days removes nothing.
package struct CategoryFeed: RangedFeed {
    package typealias Item = NaturalEvent

    /// Seconds between two refreshes. The upstream is slow, and specifies no interval.
    static let spacing: TimeInterval = 900

    /// The upstream's id of the category.
    package let category: String

    /// The feed of a category.
    package init(category: String) { self.category = category }

    package init?(path: [String]) {
        guard path.count == 2, path[0] == Upstream.planet.id, Category.known.contains(path[1]) else { return nil }
        category = path[1]
    }

    package static var example: [String] { [Upstream.planet.id, "wildfires"] }
    package var path: [String] { [Upstream.planet.id, category] }

    package static var upstream: Upstream { .planet }
    /// Events have areas, speeds, or no magnitude.
    package static var measureKind: MeasureKinds.OfScope { .each }
    package var title: String { Category.name(of: category) }
    package var summary: String { "Open events, and events closed in the selected days, from NASA's EONET." }
    package var emptyMessage: String { "No events of this category in the selected days." }

    package var controls: FeedControls {
        FeedControls(
            kinds: FeedControls.KindFilter(
                all: "Open and closed",
                [FeedControls.Choice("open", "Open"), FeedControls.Choice("closed", "Closed")]),
            days: FeedControls.Days(EONET.days, usual: 360), pageLimit: 150, showsMap: true)
    }
    package static var columns: [EntryColumn] {
        [
            EntryColumn("SEEN", .date, isTrailing: true, dropOrder: 1),
            EntryColumn("STATE", .state),
            EntryColumn("EVENT", .title, minimum: 20, isFlexible: true),
            EntryColumn("SIZE", .measure("size", isWithUnit: true), isTrailing: true, dropOrder: 3),
            EntryColumn("PLACE", .place, dropOrder: 2),
            EntryColumn("SOURCE", .source(), dropOrder: 4),
        ]
    }
    /// All categories.
    package var menu: [MenuLink] { Category.menu }

    /// The open events are polled; the request for closed ones follows.
    package func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy {
        purpose == .openEvents ? .polled(spacing: Self.spacing, validates: false) : .following
    }

    /// False if more days are wanted than were fetched.
    package func rangeCovers(_ request: FeedRequest, _ snapshot: Snapshot) -> Bool {
        RequestedRange(snapshot).count >= days(request)
    }

    package func stored(_ request: FeedRequest, in environment: FeedEnvironment) throws -> StoredFeed {
        var stored = try stored(request, limit: nil, in: environment)
        if RequestedRange(stored.snapshot).count > days(request) {
            let start = start(environment.now(), days(request))
            stored.items = stored.items.filter { ($0.item as? NaturalEvent)?.isCurrent(since: start) ?? true }
            stored.total = stored.items.count
        }
        stored.items = Array(stored.items.dropFirst(request.offset).prefix(request.limit))
        return stored
    }

    package func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        .deferred {
            try checkFreshness(context)
            let asked = max(days(context.request), RequestedRange(context.stored.snapshot).count)
            return context.eonet.events(in: category, days: asked).asObservable().map { list in
                var refresh = try Self.refreshed(
                    category, list, days: asked, after: context.stored.snapshot, at: context.now)
                try refresh.withdraw(withdrawn(list, days: asked, in: context.environment))
                return .done(RefreshResult([refresh]))
            }
        }
    }

    /// The overview of all categories may have just refreshed this one.
    private func checkFreshness(_ context: RefreshContext) throws {
        let snapshot = context.stored.snapshot
        guard context.request.mode != .forced, snapshot.error == nil,
            RequestedRange(snapshot).count >= days(context.request), let fetchedAt = snapshot.fetchedAt
        else { return }
        let next = min(fetchedAt, context.now) + Self.spacing
        if next > context.now { throw Deferral(until: next, rule: .spacing) }
    }

    private func days(_ request: FeedRequest) -> Int { request.days ?? EONET.days.upperBound }

    private func start(_ now: Date, _ days: Int) -> Date { now.addingTimeInterval(-86_400 * Double(days)) }

    /// The changes to store for a category; `previous` is its stored state.
    static func refreshed(
        _ category: String, _ list: EventList, days: Int, after previous: Snapshot, at now: Date
    ) throws -> FeedUpdate {
        FeedUpdate(
            feed: CategoryFeed(category: category).key, items: try list.events.map { try $0.stored() }, mode: .replace,
            fetchedAt: now, read: readIDs(list, previous), skipped: list.skipped.count,
            extra: try RequestedRange(days).extra())
    }

    /// Events closed or last seen before the previously requested days were requested by the reader, so they arrive as read.
    private static func readIDs(_ list: EventList, _ previous: Snapshot) -> Set<String> {
        guard let fetchedAt = previous.fetchedAt else { return [] }
        let start = fetchedAt.addingTimeInterval(-86_400 * Double(RequestedRange(previous).count))
        let beyond = list.events.filter { event in
            !event.isOpen && (!event.isCurrent(since: start) || event.date.map { $0 < start } ?? true)
        }
        return Set(beyond.map(\.feedID))
    }
}

extension RefreshContext {
    /// The API, with requests through the ledger.
    var eonet: EONET {
        EONET(
            transport: transport, baseURL: environment.addresses[Upstream.planet.id] ?? EONET.publicAPI,
            now: environment.now)
    }
}

extension Category {
    /// The categories as tabs, after the tab for all of them.
    static var menu: [MenuLink] {
        [MenuLink(Feed(CategoriesFeed()), name: "All categories")]
            + known.map { MenuLink(Feed(CategoryFeed(category: $0))) }
    }

    /// `seaLakeIce` → `Sea and Lake Ice`: the upstream's names.
    static func name(of id: String) -> String {
        switch id {
        case "drought": "Drought"
        case "dustHaze": "Dust and Haze"
        case "earthquakes": "Earthquakes"
        case "floods": "Floods"
        case "landslides": "Landslides"
        case "manmade": "Manmade"
        case "seaLakeIce": "Sea and Lake Ice"
        case "severeStorms": "Severe Storms"
        case "snow": "Snow"
        case "tempExtremes": "Temperature Extremes"
        case "volcanoes": "Volcanoes"
        case "waterColor": "Water Color"
        case "wildfires": "Wildfires"
        default: id
        }
    }
}

extension CategoryFeed {
    /// The listed events of the category that are missing from a list: the upstream has removed them, or closed them long
    /// after they were last seen.
    ///
    /// An event that can't be read may be any of them. Events that have moved to other categories aren't among them.
    /// - Parameter elsewhere: the ids of events that the upstream lists in other categories.
    func withdrawn(
        _ list: EventList, elsewhere: Set<String> = [], days: Int, in environment: FeedEnvironment
    ) throws -> [NaturalEvent] {
        let present = Set(list.events.map(\.id) + list.skipped.map(\.item)).union(elsewhere)
        if list.skipped.contains(where: { $0.item.hasPrefix("item ") }) { return [] }
        let start = environment.now() - 86_400 * Double(days)
        let absent = try environment.store.snapshot(of: key, order: .newest, limit: nil).items
            .filter { !present.contains($0.id) }
        return Feed(self).shown(absent).compactMap { shown in
            guard var event = shown.item as? NaturalEvent, event.isCurrent(since: start),
                event.categories.contains(where: { $0.id == category })
            else { return nil }
            event.isWithdrawn = true
            return event
        }
    }
}

extension FeedUpdate {
    /// Stores the last forms of withdrawn events.
    mutating func withdraw(_ events: [NaturalEvent]) throws {
        items += try events.map { try $0.stored() }
        removed.formUnion(events.map(\.id))
        read.formUnion(events.map(\.id))
    }
}
