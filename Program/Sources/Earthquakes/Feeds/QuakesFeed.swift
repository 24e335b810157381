import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform
import Search

/// The earthquakes of a list: `quakes/day/2.5`.
///
/// A window on a stream: earthquakes that leave the list by their age stay listed, within retention. Earthquakes that leave it within
/// its period were deleted or revised, and are removed.
package struct QuakesFeed: FeedDescription {
    package typealias Item = Earthquake

    /// The list.
    package let list: SummaryList

    /// The feed of a list.
    package init(_ list: SummaryList) { self.list = list }

    /// Reads `quakes`, `quakes/week` and `quakes/week/4.5`.
    package init?(path: [String]) {
        guard path.first == Upstream.quakes.id, path.count <= 3 else { return nil }
        let usual = SummaryList()
        let words = path.dropFirst()
        guard let period = words.first.map(SummaryList.Period.init(rawValue:)) ?? usual.period,
            let magnitude = words.dropFirst().first.map(SummaryList.MinimumMagnitude.init(rawValue:)) ?? usual.magnitude
        else { return nil }
        list = SummaryList(period, magnitude)
    }

    /// Reads the address of a list in any of its formats, or of the map.
    package init?(pasted text: String) {
        guard let list = SummaryList(address: text) else { return nil }
        self.list = list
    }

    package static var example: [String] { Self(SummaryList()).path }
    package var path: [String] { [Upstream.quakes.id, list.period.rawValue, list.magnitude.rawValue] }
    package var page: URL? { list.map }

    package static var upstream: Upstream { .quakes }
    package static var measureKind: MeasureKinds.OfScope { .all(.magnitude) }
    package var title: String { list.magnitude.title + ", past " + list.period.rawValue }
    package var summary: String { "\(list.magnitude.title) of the past \(list.period.rawValue), from the USGS." }
    package var emptyMessage: String { "No earthquakes of this size in the past \(list.period.rawValue)." }

    package var controls: FeedControls {
        FeedControls(
            kinds: FeedControls.KindFilter(
                all: "All types",
                [
                    FeedControls.Choice("earthquake", "Earthquakes"),
                    FeedControls.Choice("quarry blast", "Quarry blasts"),
                    FeedControls.Choice("explosion", "Explosions"),
                ]),
            orders: [.newest, FeedControls.Order("magnitude", "Strongest first", .largest)], showsMap: true,
            choices: choices)
    }
    package static var columns: [EntryColumn] {
        [
            EntryColumn("WHEN", .date, isTrailing: true, dropOrder: 1),
            EntryColumn("MAG", .measure("magnitude"), isTrailing: true),
            EntryColumn("EARTHQUAKE", .title, minimum: 24, isFlexible: true),
            EntryColumn("DEPTH", .measure("depth", isWithUnit: true), isTrailing: true, dropOrder: 3),
            EntryColumn("PLACE", .place, dropOrder: 2),
        ]
    }
    /// None: the choices lead to every list.
    package var menu: [MenuLink] { [] }

    /// The period and the magnitude, in the order of the upstream's pages.
    private var choices: [FeedChoice] {
        [
            FeedChoice(
                "Period",
                SummaryList.Period.allCases.map { period in
                    MenuLink(Feed(QuakesFeed(SummaryList(period, list.magnitude))), name: period.name)
                }),
            FeedChoice(
                "Magnitude",
                SummaryList.MinimumMagnitude.allCases.reversed().map { magnitude in
                    MenuLink(Feed(QuakesFeed(SummaryList(list.period, magnitude))), name: magnitude.name)
                }),
        ]
    }

    /// A minute, or as long as the response may be cached.
    package func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy {
        .polled(spacing: 60, validates: true)
    }

    package func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        let baseURL = context.environment.addresses[Upstream.quakes.id] ?? USGS.publicAPI
        return USGS(transport: context.transport, baseURL: baseURL).summary(list).asObservable().map { answer in
            switch answer {
            case .notModified: .done(RefreshResult([.unchanged(key, fetchedAt: context.now)]))
            case .modified(let summary): .done(RefreshResult([try refreshed(summary, context)]))
            }
        }
    }

    private func refreshed(_ summary: EarthquakeSummary, _ context: RefreshContext) throws -> FeedUpdate {
        let now = summary.generated ?? context.now
        var state = ListState(context.stored.snapshot)
        // Caches may send an older response after a newer one.
        let isNewest = state.generated.map { $0 <= now } ?? true
        if isNewest { state.generated = now }
        let known = try KnownEarthquakes(
            summary, of: self, in: context.environment.store, isNewest: isNewest, at: context.now)
        let items = known.earthquakes + known.withdrawn
        let start = now.addingTimeInterval(-list.period.seconds)
        let previous = context.stored.snapshot.fetchedAt
        var refresh = FeedUpdate(
            feed: key, items: try items.map { try $0.stored() }, mode: .merge, fetchedAt: context.now,
            read: Set(known.withdrawn.map(\.id)), skipped: summary.skipped.count,
            gaps: previous.map { $0 < start ? [Gap(after: $0, before: start)] : [] } ?? [], closesGaps: start...now,
            extra: try state.extra())
        refresh.removed = known.gone
        return refresh
    }
}

/// The state of a list that is stored beside its earthquakes.
struct ListState: Codable {
    /// The date at which the upstream generated the newest response.
    var generated: Date?

    /// Decodes a snapshot; empty if nothing was fetched or another version stored it.
    init(_ snapshot: Snapshot) { self = snapshot.decodedExtra(ListState.self) ?? ListState() }

    private init() {}

    /// The encoded form for the store.
    func extra() throws -> Data { try StoredJSON.encode(self) }
}
