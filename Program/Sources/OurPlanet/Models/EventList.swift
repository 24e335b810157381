import FreshetHTTP
import Platform

/// Listed events, and those that are unreadable.
package struct EventList: Sendable, Hashable {
    /// The events, last seen first, each once.
    package let events: [NaturalEvent]
    /// Skipped events and positions, with the reason.
    package let skipped: [SkippedItem]

    init(events: [NaturalEvent], skipped: [SkippedItem]) {
        var byID: [String: NaturalEvent] = Dictionary(minimumCapacity: events.count)
        // An event that was closed between two requests is in both lists.
        for event in events where byID[event.id]?.isOpen ?? true { byID[event.id] = event }
        self.events = byID.values.sorted(by: NaturalEvent.newestFirst)
        self.skipped = skipped
    }

    /// The union of both lists.
    func merged(with other: EventList) -> EventList {
        EventList(events: events + other.events, skipped: skipped + other.skipped)
    }

    /// The open events, and those closed at `start` or later.
    func closed(since start: Date) -> EventList {
        EventList(events: events.filter { $0.closed.map { $0 >= start } ?? true }, skipped: skipped)
    }

    /// Skips events of other categories, which the upstream's filters sometimes return.
    func of(category id: String) -> EventList {
        let belongs = { (event: NaturalEvent) in event.categories.contains { $0.id == id } }
        let strangers = events.filter { !belongs($0) }
        guard !strangers.isEmpty else { return self }
        return EventList(
            events: events.filter(belongs),
            skipped: skipped
                + strangers.map { event in
                    let categories = event.categories.map(\.id).joined(separator: ", ")
                    return .init(item: event.id, reason: "belongs to \(categories), not to \(id)")
                })
    }
}

extension EventList: Decodable {
    private enum CodingKeys: String, CodingKey {
        case events, features
    }

    /// Decodes the envelope of version 3 or 2.1, or GeoJSON, in which each feature is one position of an event.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard container.contains(.events) || !container.contains(.features) else {
            let features = try container.decode(ReadableList<WireFeature>.self, forKey: .features)
            self.init(events: Self.joined(features.elements.map(\.event)), skipped: features.skipped)
            return
        }
        let events = try container.decode(ReadableList<WireNaturalEvent>.self, forKey: .events)
        self.init(events: events.elements.map(\.event), skipped: events.skipped + events.elements.flatMap(\.flaws))
    }

    /// Merges the positions of events with the same id.
    private static func joined(_ parts: [NaturalEvent]) -> [NaturalEvent] {
        var order: [String] = []
        var byID: [String: [NaturalEvent]] = [:]
        for part in parts {
            if byID[part.id] == nil { order.append(part.id) }
            byID[part.id, default: []].append(part)
        }
        return order.compactMap { id in
            guard let parts = byID[id], let first = parts.first else { return nil }
            return NaturalEvent(
                id: id, title: first.title, description: first.description, link: first.link, closed: first.closed,
                categories: first.categories, sources: parts.lazy.map(\.sources).first { !$0.isEmpty } ?? [],
                geometries: parts.flatMap(\.geometries))
        }
    }
}
