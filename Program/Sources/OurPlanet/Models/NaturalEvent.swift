import Platform

/// A natural event: a fire, a storm, a volcano's eruption, an iceberg's track.
///
/// The encoded form is stored, so the names of its properties are fixed.
package struct NaturalEvent: Sendable, Hashable, Codable, Identifiable {
    /// The upstream's id, such as `EONET_15547`.
    package let id: String
    /// The name for readers, trimmed.
    package let title: String
    /// The description; nearly always nil.
    package let description: String?
    /// The API's address of the event, which answers with JSON; see ``url``. Nil if there is none.
    package let link: URL?
    /// The date of the closing; nil while it is open. Some events stay open for years after they were last seen.
    package let closed: Date?
    /// The categories; one in practice.
    package let categories: [EventCategory]
    /// The observers' reports.
    package let sources: [Source]
    /// The positions, oldest first.
    ///
    /// Empty if no position is readable.
    package let geometries: [Geometry]
    /// True if the upstream has removed it from its lists, although it is neither closed nor too old.
    package internal(set) var isWithdrawn: Bool?

    /// Creates an event; sorts the geometries by date.
    package init(
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
}

extension NaturalEvent {
    /// The newest geometry: the current or last known position.
    package var newest: Geometry? { geometries.last }

    /// The position for a marker: the newest geometry's, or an area's centroid.
    package var position: Position? { newest?.shape.position }

    /// The date of the last sighting.
    package var date: Date? { newest?.date }

    /// The most recently reported magnitude.
    package var magnitude: Magnitude? { geometries.last { $0.magnitude != nil }?.magnitude }

    /// The positions, oldest first; an area counts with its centroid.
    package var track: [Position] {
        geometries.flatMap { geometry in
            if case .line(let positions) = geometry.shape {
                positions
            } else {
                [geometry.shape.position].compactMap { $0 }
            }
        }
    }

    /// The web page: the first source that has one, or else the API's address; nil if there is neither.
    package var url: URL? { sources.lazy.compactMap(\.url).first ?? link }

    /// True if it is neither closed nor withdrawn; see ``closed``.
    package var isOpen: Bool { closed == nil && isWithdrawn != true }

    /// Last seen first; at the same time by id, so that the order is stable.
    package static func newestFirst(_ one: NaturalEvent, _ other: NaturalEvent) -> Bool {
        let dates = (one.date ?? .distantPast, other.date ?? .distantPast)
        return dates.0 == dates.1 ? one.id > other.id : dates.0 > dates.1
    }
}

extension [Geometry] {
    fileprivate var isSorted: Bool { zip(self, dropFirst()).allSatisfy { $0.date <= $1.date } }
}

/// The id and name of an event's category.
package struct EventCategory: Sendable, Hashable, Codable, Identifiable {
    /// The upstream's id, such as `wildfires`.
    package let id: String
    /// The name for readers.
    package let title: String

    /// Creates a category.
    package init(id: String, title: String) {
        self.id = id
        self.title = title
    }

    private enum CodingKeys: String, CodingKey {
        case id, title
    }
}

/// An observer's report of an event.
package struct Source: Sendable, Hashable, Codable, Identifiable {
    /// The upstream's id of the observer, such as `GDACS`.
    package let id: String
    /// The observer's page about the event.
    package let url: URL?

    /// Creates a source.
    package init(id: String, url: URL?) {
        self.id = id
        self.url = url
    }

    private enum CodingKeys: String, CodingKey {
        case id, url
    }
}

/// The magnitude of an event.
package struct Magnitude: Sendable, Hashable, Codable {
    /// The value in `unit`.
    package let value: Double
    /// The upstream's unit: `kts`, `acres`, `hectare`, `NM^2`, …; nil if there is none.
    package let unit: String?

    /// Creates a magnitude.
    package init(value: Double, unit: String?) {
        self.value = value
        self.unit = unit
    }

    private enum CodingKeys: String, CodingKey {
        case value, unit
    }
}
