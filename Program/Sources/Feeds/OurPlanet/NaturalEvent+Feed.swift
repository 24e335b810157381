import WebText
public import OurPlanet

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension NaturalEvent: DocumentedItem {
    /// The upstream's id.
    public var feedID: String { id }
    /// When it was last seen.
    public var feedDate: Date? { date }
    /// The form for programs.
    public var document: NaturalEventDocument { NaturalEventDocument(self) }
}

/// A natural event for programs.
public struct NaturalEventDocument: Encodable, Sendable {
    private struct Measure: Encodable {
        let value: Double
        let unit: OrNull<String>
    }

    private struct Kind: Encodable {
        let id, title: String
    }

    private struct Witness: Encodable {
        let id: String
        let url: OrNull<String>
    }

    private enum Keys: CodingKey { case id, title, url, date, closed, categories, magnitude, coordinates, sources }

    private let event: NaturalEvent

    init(_ event: NaturalEvent) { self.event = event }

    /// Writes every field; what is not known is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(event.id, forKey: .id)
        try container.encode(event.title, forKey: .title)
        try container.encode(event.url?.absoluteString, forKey: .url)
        try container.encode(event.date.map(\.internetDateTime), forKey: .date)
        try container.encode(event.closed.map(\.internetDateTime), forKey: .closed)
        try container.encode(event.categories.map { Kind(id: $0.id, title: $0.title) }, forKey: .categories)
        try container.encode(
            event.magnitude.map { Measure(value: $0.value, unit: OrNull($0.unit)) }, forKey: .magnitude)
        try container.encode(event.position.map { [$0.longitude, $0.latitude] }, forKey: .coordinates)
        try container.encode(
            event.sources.map { Witness(id: $0.id, url: OrNull($0.url?.absoluteString)) }, forKey: .sources)
    }
}
