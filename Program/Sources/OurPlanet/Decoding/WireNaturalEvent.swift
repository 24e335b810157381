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
