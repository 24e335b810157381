public import Feeds

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A category of natural events and how many there are.
public struct CategorySummary: FeedItem, Hashable {
    /// The upstream's id: `wildfires`.
    public let id: String
    /// Its name.
    public let title: String
    /// What belongs to it, in the upstream's words.
    public let description: String?
    /// How many events there are within the days that were asked for; nil until they are in.
    public var eventCount: Int?
    /// How many of them are open; nil until they are in.
    public var openCount: Int?

    private enum CodingKeys: String, CodingKey { case id, title, description, eventCount, openCount }

    init(_ category: OurPlanet.Category) {
        id = category.id
        title = category.title
        description = category.description
    }

    /// The upstream's id.
    public var feedID: String { id }
    /// Nil: a category has no date.
    public var feedDate: Date? { nil }
    /// The form for programs.
    public var document: CategoryDocument { CategoryDocument(self) }

    /// How it is shown: a heading that leads to its events.
    public var entry: Entry {
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

    /// The same category with the events that were open, or closed since `start`, counted.
    func counting(_ events: [NaturalEvent], since start: Date) -> CategorySummary {
        var summary = self
        summary.openCount = events.count { $0.isOpen }
        summary.eventCount = events.count { $0.isCurrent(since: start) }
        return summary
    }
}

/// A category for programs.
public struct CategoryDocument: Encodable, Sendable {
    private enum Keys: CodingKey { case id, title, description, eventCount, openCount }

    private let summary: CategorySummary

    init(_ summary: CategorySummary) { self.summary = summary }

    /// Writes every field; what isn't known is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(summary.id, forKey: .id)
        try container.encode(summary.title, forKey: .title)
        try container.encode(summary.description, forKey: .description)
        try container.encode(summary.eventCount, forKey: .eventCount)
        try container.encode(summary.openCount, forKey: .openCount)
    }
}

extension NaturalEvent {
    /// Whether it is open, or was closed at `start` or later.
    func isCurrent(since start: Date) -> Bool { closed.map { $0 >= start } ?? true }
}
