#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Something that happens on Earth: a fire, a storm, a volcano's eruption, an iceberg's journey.
///
/// Its coded form is kept on disk: the keys are the names below, dates are in seconds since 1970, nil is left out.
public struct NaturalEvent: Sendable, Hashable, Codable, Identifiable {
    /// The upstream's id, such as `EONET_15547`.
    public let id: String
    /// The name for people, without white space at its ends.
    public let title: String
    /// More about it; nearly always nil.
    public let description: String?
    /// The upstream's own address of the event, which answers with JSON; see ``url``. Nil where it gave none that can be followed.
    public let link: URL?
    /// When it ended; nil while it is open, which does not mean that it goes on: some are open years after they were last seen.
    public let closed: Date?
    /// What it is; one in practice.
    public let categories: [EventCategory]
    /// Who observed it.
    public let sources: [Source]
    /// Where it was, oldest first.
    ///
    /// Empty when no position could be read.
    public let geometries: [Geometry]

    /// Describes an event; geometries are put into the order of their dates.
    public init(
        id: String, title: String, description: String?, link: URL?, closed: Date?, categories: [EventCategory],
        sources: [Source], geometries: [Geometry]
    ) {
        self.id = id
        self.title = title
        self.description = description
        self.link = link
        self.closed = closed
        self.categories = categories
        self.sources = sources
        self.geometries = geometries.isSorted ? geometries : geometries.sorted { $0.date < $1.date }
    }

    private enum CodingKeys: String, CodingKey {
        case id, title, description, link, closed, categories, sources, geometries
    }

    /// Reads the form that `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        title = try container.decode(String.self, forKey: .title)
        description = try container.decodeIfPresent(String.self, forKey: .description)
        link = try container.decodeIfPresent(URL.self, forKey: .link)
        closed = try container.decodeIfPresent(Double.self, forKey: .closed).map(Date.init(timeIntervalSince1970:))
        categories = try container.decode([EventCategory].self, forKey: .categories)
        sources = try container.decode([Source].self, forKey: .sources)
        geometries = try container.decode([Geometry].self, forKey: .geometries)
    }

    /// Writes the form that is kept, whatever the encoder's strategy for dates.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(title, forKey: .title)
        try container.encodeIfPresent(description, forKey: .description)
        try container.encodeIfPresent(link, forKey: .link)
        try container.encodeIfPresent(closed?.timeIntervalSince1970, forKey: .closed)
        try container.encode(categories, forKey: .categories)
        try container.encode(sources, forKey: .sources)
        try container.encode(geometries, forKey: .geometries)
    }
}

extension NaturalEvent {
    /// The newest geometry: where it is now, or was last seen.
    public var newest: Geometry? { geometries.last }

    /// Where to put a mark for it: the place of the newest geometry; of an area the centre of gravity of its outline.
    public var position: Position? { newest?.shape.position }

    /// When it was last seen.
    public var date: Date? { newest?.date }

    /// How strong or large it was when that was last told.
    public var magnitude: Magnitude? { geometries.last { $0.magnitude != nil }?.magnitude }

    /// Its places, oldest first; an area is told by its centre.
    public var track: [Position] {
        geometries.flatMap { geometry in
            if case .line(let positions) = geometry.shape {
                positions
            } else {
                [geometry.shape.position].compactMap { $0 }
            }
        }
    }

    /// The page for people: the first source's that has one, else the upstream's address; nil where neither is known.
    public var url: URL? { sources.lazy.compactMap(\.url).first ?? link }

    /// Whether it has not been closed; see ``closed``.
    public var isOpen: Bool { closed == nil }

    /// The last seen first; what was seen at the same time stands by its id, so that the order is always the same.
    public static func newestFirst(_ one: NaturalEvent, _ other: NaturalEvent) -> Bool {
        let dates = (one.date ?? .distantPast, other.date ?? .distantPast)
        return dates.0 == dates.1 ? one.id > other.id : dates.0 > dates.1
    }
}

extension [Geometry] {
    fileprivate var isSorted: Bool { zip(self, dropFirst()).allSatisfy { $0.date <= $1.date } }
}
