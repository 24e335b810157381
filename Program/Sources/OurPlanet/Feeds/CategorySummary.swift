import Feeds
import Platform

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

    /// The category with counts of open events, and of those open or closed since `start`.
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
    /// Whether the event is open, or was closed at `start` or later.
    func isCurrent(since start: Date) -> Bool { closed.map { $0 >= start } ?? true }
}
