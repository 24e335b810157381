import Platform
import WebText

/// NASA's EONET, version 3: no paging, no validators, unusual white space.
struct EONETSample: Sample {
    static let api = UpstreamAPI.eonet
    static let basePath = "/eonet/api/v3"
    static let variable: String? = "FRESHET_EONET_URL"

    private let book: EventBook

    init(_ world: World) {
        book = EventBook(world)
    }

    func response(_ request: SampleRequest, path: [String]) -> SampleResponse {
        let shapes = EONETShapes(api: request.origin + "/eonet/api/v3", now: request.now)
        switch (path.first, path.count) {
        case ("events", 1):
            let events = EventFilter(request).events(of: book).map(shapes.event)
            return told("EONET Events", "Natural events from EONET.", shapes, "events", ["events": .array(events)])
        case ("events", 2) where path[1] == "geojson":
            return collection(EventFilter(request).events(of: book), shapes)
        case ("events", 2), ("events", 3):
            return single(path, request, shapes)
        case ("categories", 1):
            let categories = EventCategory.all.map(shapes.category)
            return told(
                "EONET Event Categories", "List of all the available event categories in the EONET system", shapes,
                "categories", ["categories": .array(categories)])
        case ("categories", 2):
            guard let category = EventCategory.named(path[1]) else { return Self.notFound }
            let events = EventFilter(request, category: category.id).events(of: book).map(shapes.event)
            return told(
                "EONET Events: \(category.title)", category.description, shapes, "categories/\(category.id)",
                ["events": .array(events)])
        case ("sources", 1): return sources(shapes)
        case ("magnitudes", 1): return magnitudes(shapes)
        case ("layers", 1), ("layers", 2): return layers(path.dropFirst().first, shapes)
        default: return Self.notFound
        }
    }

    /// The server's web page, outside the API.
    private static let notFound = SampleResponse(404, html: "<html><head><title>404 Not Found</title></head></html>")

    private func told(
        _ title: String, _ description: String, _ shapes: EONETShapes, _ path: String, _ rest: JSON
    ) -> SampleResponse {
        let head: JSON = [
            "title": .string(title), "description": .string(description), "link": "\(shapes.api)/\(path)",
        ]
        return json(head.adding(rest))
    }

    private func json(_ value: JSON) -> SampleResponse {
        SampleResponse(200, json: value, style: .tabbed, headers: [("Access-Control-Allow-Origin", "*")])
    }

    private func collection(_ events: [NaturalEvent], _ shapes: EONETShapes) -> SampleResponse {
        json(["type": "FeatureCollection", "features": .array(events.flatMap(shapes.features))])
    }

    private func single(_ path: [String], _ request: SampleRequest, _ shapes: EONETShapes) -> SampleResponse {
        let event = book.events(at: request.now).first { "EONET_\($0.number)" == path[1] }
        guard let event else { return Self.notFound }
        if path.count == 2 { return json(shapes.event(event)) }
        return path[2] == "geojson" ? collection([event], shapes) : Self.notFound
    }

    private func sources(_ shapes: EONETShapes) -> SampleResponse {
        let sources = [
            "EO", "GDACS", "IRWIN", "JTWC", "NATICE", "NOAA_NHC", "ReliefWeb", "SIVolcano", "USGS_EHP",
        ].map { id -> JSON in
            [
                "id": .string(id), "title": "The \(id) desk", "source": "https://\(id.lowercased()).example/",
                "link": "\(shapes.api)/events?source=\(id)",
            ]
        }
        return told(
            "EONET Event Sources", "List of all the available event sources in the EONET system", shapes, "sources",
            ["sources": .array(sources)])
    }

    private func magnitudes(_ shapes: EONETShapes) -> SampleResponse {
        let magnitudes = Magnitude.all.map { magnitude -> JSON in
            [
                "id": .string(magnitude.id), "name": .string(magnitude.name), "unit": .string(magnitude.unit),
                "description": .string(magnitude.description), "link": "\(shapes.api)/events?magID=\(magnitude.id)",
            ]
        }
        return told(
            "EONET Event Magnitudes", "List of all the available event magnitudes in the EONET system", shapes,
            "magnitudes",
            ["magnitudes": .array(magnitudes)])
    }

    /// Without a category there is one entry, without id and title.
    private func layers(_ id: String?, _ shapes: EONETShapes) -> SampleResponse {
        let category = id.flatMap(EventCategory.named)
        if id != nil, category == nil { return Self.notFound }
        let layers = ["Sample_Smoke_Day", "Sample_Smoke_Night", "Sample_Fires"].map { name -> JSON in
            [
                "name": .string(name), "serviceUrl": "https://layers.example/wmts.cgi", "serviceTypeId": "WMTS_1_0_0",
                "parameters": [["TILEMATRIXSET": "2km", "FORMAT": "image/png"]],
            ]
        }
        let entry = JSON.present([
            ("id", category.map { .string($0.id) }), ("title", category.map { .string($0.title) }),
            ("layers", .array(layers)),
        ])
        return told(
            "EONET Web Service Layers", "List of web service layers in the EONET system", shapes,
            "layers" + (id.map { "/" + $0 } ?? ""), ["categories": [entry]])
    }
}

extension UpstreamAPI {
    /// NASA's EONET, under `/eonet/api/v3`.
    package static let eonet = UpstreamAPI(prefix: "eonet")
}

extension SampleUpstreams {
    /// EONET's API, in place of `https://eonet.gsfc.nasa.gov/api/v3`.
    package var eonetURL: URL { address(EONETSample.basePath) }
}

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
