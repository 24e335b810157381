import Feeds
import Platform
import Search
import WebText

extension NaturalEvent: FeedItem {
    /// The upstream's id.
    package var feedID: String { id }
    /// The date of the last sighting.
    package var feedDate: Date? { date }
    /// By its page alone: the titles of events are alike.
    package var joining: StoryJoining? { .byAddress }
    /// The form for programs.
    package var document: NaturalEventDocument { NaturalEventDocument(self) }

    /// The entry: its state precedes the title, its location is below.
    package var entry: Entry {
        var entry = Entry(
            id: id, kind: Entry.Kind(isOpen ? "open" : "closed"),
            title: [Entry.TextRun(title + (isWithdrawn == true ? Entry.withdrawnSuffix : ""))],
            link: url.map { .web($0) }, date: date)
        entry.source = sources.isEmpty ? nil : sources.map(\.id).joined(separator: " ")
        entry.tags = categories.map(\.title)
        entry.lead = .state
        entry.isOpen = isOpen
        entry.text = description?.escapedForMarkup
        entry.began = geometries.first?.date
        entry.closed = closed
        entry.measures = magnitude.map { [$0.measure] } ?? []
        entry.location = location
        entry.summary = sentence
        entry.facts =
            [Entry.Fact(.state, state)]
            + entry.measures.map { Entry.Fact(.measure, $0.words) }
            + (entry.location.map { [Entry.Fact(.place, $0.position.words)] } ?? [])
            + sources.prefix(4).map { source in Entry.Fact(.source, source.id, link: source.url.map { .web($0) }) }
        return entry
    }

    private var location: Entry.Location? {
        guard let position = position.flatMap({ Entry.Coordinate($0).normalized }) else { return nil }
        var location = Entry.Location(position: position)
        location.track = track.compactMap { Entry.Coordinate($0).normalized }
        if case .polygon(let rings)? = newest?.shape {
            location.area = rings.first?.compactMap { Entry.Coordinate($0).normalized } ?? []
        }
        return location
    }

    private var state: String { isWithdrawn == true ? "no longer listed" : isOpen ? "open" : "closed" }

    private var sentence: String {
        let kinds = categories.map(\.title).joined(separator: ", ")
        let state = closed.map { "closed on \($0.internetDateTime.prefix(10))" } ?? self.state
        let size = magnitude?.measure.words
        let facts = [state, size].compactMap { $0 }.joined(separator: ", ")
        return ["\(kinds.isEmpty ? "Natural event" : kinds): \(facts).", description].compactMap { $0 }
            .joined(separator: " ")
    }
}

extension Magnitude {
    /// The size as a measure. Areas are compared in acres.
    fileprivate var measure: Entry.Measure {
        let perAcre: Double? =
            switch unit?.lowercased() {
            case "acre", "acres": 1
            case "hectare", "hectares", "ha": 2.471_053_8
            default: nil
            }
        return Entry.Measure(
            "size", value, unit: .init(words), kind: perAcre.map { _ in .acres },
            compared: perAcre.map { $0 * value }
        )
    }

    /// The unit as readers know it.
    private var words: String {
        switch unit {
        case "kts": "kn"
        case "hectare": "hectares"
        case "NM^2": "NM²"
        default: unit ?? ""
        }
    }
}

extension Entry.Coordinate {
    fileprivate init(_ position: Position) {
        self.init(latitude: position.latitude, longitude: position.longitude)
    }
}

/// A natural event for programs.
package struct NaturalEventDocument: Encodable, Sendable {
    private struct Measure: Encodable {
        let value: Double
        @OrNull var unit: String?
    }

    private struct Kind: Encodable {
        let id, title: String
    }

    private struct Witness: Encodable {
        let id: String
        @OrNull var url: String?
    }

    private let id, title: String
    @OrNull private var url: String?
    @OrNull private var date: String?
    @OrNull private var closed: String?
    private let categories: [Kind]
    @OrNull private var magnitude: Measure?
    /// The longitude, then the latitude.
    @OrNull private var coordinates: [Double]?
    private let sources: [Witness]
    private let withdrawn: Bool

    init(_ event: NaturalEvent) {
        (id, title, url) = (event.id, event.title, event.url?.absoluteString)
        (date, closed) = (event.date?.internetDateTime, event.closed?.internetDateTime)
        categories = event.categories.map { Kind(id: $0.id, title: $0.title) }
        magnitude = event.magnitude.map { Measure(value: $0.value, unit: $0.unit) }
        coordinates = event.position.map { [$0.longitude, $0.latitude] }
        withdrawn = event.isWithdrawn == true
        sources = event.sources.map { Witness(id: $0.id, url: $0.url?.absoluteString) }
    }
}
