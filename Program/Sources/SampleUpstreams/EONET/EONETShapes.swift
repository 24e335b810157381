import Platform
import WebText

/// EONET's objects as the API encodes them.
struct EONETShapes: Sendable {
    /// The API's base address, without a slash at its end.
    let api: String
    let now: Date

    func event(_ event: NaturalEvent) -> JSON {
        common(event, link: "\(api)/events/EONET_\(event.number)").adding([
            "closed": closed(event),
            "categories": categories(event),
            "sources": sources(event),
            "geometry": .array(
                event.positions(at: now).map { position in
                    measure(position).adding(["date": .string(position.date.internetDateTime)]).adding(
                        place(position.place))
                }),
        ])
    }

    /// One feature for each position.
    func features(_ event: NaturalEvent) -> [JSON] {
        event.positions(at: now).map { position in
            let properties = common(event, link: "\(api)/events/EONET_\(event.number)/geojson")
                .adding(["closed": closed(event), "date": .string(position.date.internetDateTime)])
                .adding(measure(position))
                .adding(["categories": categories(event), "sources": sources(event)])
            return ["type": "Feature", "properties": properties, "geometry": place(position.place)]
        }
    }

    func category(_ category: EventCategory) -> JSON {
        [
            "id": .string(category.id), "title": .string(category.title), "link": "\(api)/categories/\(category.id)",
            "description": .string(category.description), "layers": "\(api)/layers/\(category.id)",
        ]
    }

    private func common(_ event: NaturalEvent, link: String) -> JSON {
        [
            "id": "EONET_\(event.number)", "title": .string(event.title), "description": .optional(event.description),
            "link": .string(link),
        ]
    }

    private func closed(_ event: NaturalEvent) -> JSON { .optional(event.closed(at: now).map(\.internetDateTime)) }

    private func categories(_ event: NaturalEvent) -> JSON {
        [["id": .string(event.category), "title": .optional(EventCategory.named(event.category)?.title)]]
    }

    private func sources(_ event: NaturalEvent) -> JSON {
        .array(event.sources.map { ["id": .string($0.id), "url": .string($0.url)] })
    }

    private func measure(_ position: NaturalEvent.Position) -> JSON {
        [
            "magnitudeValue": position.magnitude.map(JSON.number) ?? .null, "magnitudeUnit": .optional(position.unit),
        ]
    }

    private func place(_ place: NaturalEvent.Place) -> JSON {
        switch place {
        case .point(let longitude, let latitude):
            ["type": "Point", "coordinates": [number(longitude), number(latitude)]]
        case .polygon(let corners, _):
            ["type": "Polygon", "coordinates": [.array(corners.map { [number($0.0), number($0.1)] })]]
        }
    }

    /// At most five decimal places, and none for integers.
    private func number(_ value: Double) -> JSON {
        let rounded = (value * 100_000).rounded() / 100_000
        return rounded == rounded.rounded() ? .int(Int(rounded)) : .number("\(rounded)")
    }
}
