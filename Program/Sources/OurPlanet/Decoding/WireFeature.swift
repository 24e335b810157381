import FreshetHTTP
import Platform
import WebText

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
