import FreshetHTTP
import Platform
import WebText

/// An event in the form of API version 3 or 2.1. In 2.1 positions are called `geometries`, and open events have no `closed`.
struct WireNaturalEvent: Decodable {
    let event: NaturalEvent
    /// The unreadable parts.
    let flaws: [SkippedItem]

    private enum CodingKeys: String, CodingKey {
        case id, title, description, link, closed, categories, sources, geometry, geometries
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let id = try container.decode(Identifier.self, forKey: .id).text
        let categories = try container.decode([WireCategory].self, forKey: .categories).map(\.category)
        let witnesses = try container.decodeIfPresent(LossyList<WireSource>.self, forKey: .sources)
        let sources = witnesses?.elements.map(\.source) ?? []
        let key: CodingKeys = container.contains(.geometry) ? .geometry : .geometries
        let geometries = try container.decode(LossyList<WireGeometry>.self, forKey: key)
        let order = CoordinateOrder(categories: categories, sources: sources)
        event = NaturalEvent(
            id: id,
            title: try container.decode(String.self, forKey: .title).trimmed,
            description: try container.decodeIfPresent(String.self, forKey: .description)?.ifNotBlank,
            link: container.webLink(forKey: .link),
            closed: try container.decodeIfPresent(InternetDate.self, forKey: .closed)?.date,
            categories: categories, sources: sources,
            geometries: geometries.elements.map { $0.geometry(order) })
        flaws =
            (witnesses?.skipped ?? []).map { .init(item: id, reason: "one of its sources (\($0.item)): \($0.reason)") }
            + geometries.skipped.map { .init(item: id, reason: "one of its positions (\($0.item)): \($0.reason)") }
    }
}

struct WireCategory: Decodable {
    let category: EventCategory

    private enum CodingKeys: String, CodingKey {
        case id, title
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let id = try container.decode(Identifier.self, forKey: .id).text
        category = EventCategory(id: id, title: try container.decodeIfPresent(String.self, forKey: .title) ?? id)
    }
}

struct WireSource: Decodable {
    let source: Source

    private enum CodingKeys: String, CodingKey {
        case id, url
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        source = Source(
            id: try container.decode(Identifier.self, forKey: .id).text, url: container.webLink(forKey: .url))
    }
}

struct WireGeometry: Decodable {
    let date: Date
    let shape: Shape
    let magnitude: Magnitude?

    enum CodingKeys: String, CodingKey {
        case date, magnitudeValue, magnitudeUnit
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        date = try container.decode(InternetDate.self, forKey: .date).date
        shape = try Shape(from: decoder)
        magnitude = try Self.magnitude(container)
    }

    static func magnitude(_ container: KeyedDecodingContainer<CodingKeys>) throws -> Magnitude? {
        guard let value = try container.decodeIfPresent(Double.self, forKey: .magnitudeValue) else { return nil }
        return Magnitude(
            value: value, unit: try container.decodeIfPresent(String.self, forKey: .magnitudeUnit)?.ifNotBlank)
    }

    func geometry(_ order: CoordinateOrder) -> Geometry {
        Geometry(date: date, shape: order.mended(shape), magnitude: magnitude)
    }
}

/// A position of an event in the API's GeoJSON. In 2021 it was a whole track with `geometryDates`, without date and sources.
struct WireFeature: Decodable {
    let event: NaturalEvent

    private enum CodingKeys: String, CodingKey {
        case properties, geometry
    }

    private enum PropertyKeys: String, CodingKey {
        case id, title, description, link, closed, date, geometryDates, categories, sources
    }

    init(from decoder: any Decoder) throws {
        let feature = try decoder.container(keyedBy: CodingKeys.self)
        let properties = try feature.nestedContainer(keyedBy: PropertyKeys.self, forKey: .properties)
        let measures = try feature.nestedContainer(keyedBy: WireGeometry.CodingKeys.self, forKey: .properties)
        let categories = try properties.decode([WireCategory].self, forKey: .categories).map(\.category)
        let witnesses = try properties.decodeIfPresent(LossyList<WireSource>.self, forKey: .sources)
        let sources = witnesses?.elements.map(\.source) ?? []
        let shape = CoordinateOrder(categories: categories, sources: sources)
            .mended(try feature.decode(Shape.self, forKey: .geometry))
        let magnitude = try WireGeometry.magnitude(measures)
        let dates = try properties.decodeIfPresent([InternetDate].self, forKey: .geometryDates)?.map(\.date)
        let geometries =
            if case .line(let positions) = shape, let dates, dates.count == positions.count {
                zip(dates, positions).map { Geometry(date: $0, shape: .point($1), magnitude: magnitude) }
            } else {
                [
                    Geometry(
                        date: try dates?.last ?? properties.decode(InternetDate.self, forKey: .date).date, shape: shape,
                        magnitude: magnitude)
                ]
            }
        event = NaturalEvent(
            id: try properties.decode(Identifier.self, forKey: .id).text,
            title: try properties.decode(String.self, forKey: .title).trimmed,
            description: try properties.decodeIfPresent(String.self, forKey: .description)?.ifNotBlank,
            link: properties.webLink(forKey: .link),
            closed: try properties.decodeIfPresent(InternetDate.self, forKey: .closed)?.date,
            categories: categories, sources: sources, geometries: geometries)
    }
}

/// The order of an event's coordinates.
///
/// GDACS' flood areas put latitude first (all sixty of them in September 2026), while everything else, including other areas, puts
/// longitude first. A latitude beyond ±90° proves the order; otherwise the category and the source decide.
struct CoordinateOrder {
    private let areasAreLatitudeFirst: Bool

    init(categories: [EventCategory], sources: [Source]) {
        areasAreLatitudeFirst = categories.contains { $0.id == "floods" } && sources.contains { $0.id == "GDACS" }
    }

    /// The shape with longitude first.
    func mended(_ shape: Shape) -> Shape {
        let positions = shape.positions
        let isWrongAsTold = positions.contains { abs($0.latitude) > 90 }
        let isWrongSwapped = positions.contains { abs($0.longitude) > 90 }
        switch (isWrongAsTold, isWrongSwapped) {
        case (true, false): return shape.swapped
        case (false, true), (true, true): return shape
        case (false, false):
            if case .polygon = shape, areasAreLatitudeFirst { return shape.swapped }
            return shape
        }
    }
}

extension KeyedDecodingContainer {
    /// A web page's address; nil if it is missing or unreadable, which doesn't affect the rest of the item.
    func webLink(forKey key: Key) -> URL? {
        // A value that isn't text is ignored; the rest of the item is still useful.
        guard let text = try? decodeIfPresent(String.self, forKey: key) else { return nil }
        // In 2021 GDACS' addresses contained `&amp;`.
        let url = URL(address: CharacterReferences.decoded(text))
        return ["https", "http"].contains(url?.scheme?.lowercased()) && url?.host?.isEmpty == false ? url : nil
    }
}
