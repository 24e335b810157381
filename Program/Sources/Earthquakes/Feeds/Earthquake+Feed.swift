public import Feeds
public import Platform
import Search
import WebText

extension Earthquake: FeedItem {
    /// True: the encoder's default until version 2 of the stored form.
    public static var countedFrom2001: Bool { true }
    /// The id under which it was first seen.
    public var feedID: String { id }
    /// When it happened.
    public var feedDate: Date? { date }
    /// The form for programs.
    public var document: EarthquakeDocument { EarthquakeDocument(self) }

    /// The entry: the magnitude precedes the title, depth and place are below.
    public var entry: Entry {
        var entry = Entry(
            id: id, kind: Entry.Kind(type), title: [Entry.TextRun(title)], link: url.map { .web($0) }, date: date)
        entry.tags = [type]
        entry.lead = .measure
        // Items are sorted by the first measure, even if it is unknown.
        entry.measures =
            [Entry.Measure("magnitude", magnitude, unit: .init("mag"), showsTenths: true, quantity: .magnitude)]
            + (depth.map { [Entry.Measure("depth", $0, unit: .init("km"))] } ?? [])
            + (felt.map { [Entry.Measure("felt", Double($0), unit: .init("felt report", "felt reports"))] } ?? [])
        if let latitude, let longitude {
            entry.location = Entry.Coordinate(latitude: latitude, longitude: longitude).normalized.map {
                Entry.Location(position: $0)
            }
        }
        entry.facts = facts(entry)
        entry.summary = sentence(entry)
        return entry
    }

    private static let tsunamiPage = URL(string: "https://www.tsunami.gov/")

    private func facts(_ entry: Entry) -> [Entry.Fact] {
        var facts: [Entry.Fact] = []
        if type != "earthquake" { facts.append(Entry.Fact(.kind, type)) }
        if let depth = entry.measure("depth") { facts.append(Entry.Fact(.measure, depth.words + " deep")) }
        if let location = entry.location { facts.append(Entry.Fact(.place, location.position.words)) }
        if let alert { facts.append(Entry.Fact(.other, alert + " alert")) }
        if let felt = entry.measure("felt") { facts.append(Entry.Fact(.measure, felt.words)) }
        if mayHaveTsunami {
            facts.append(Entry.Fact(.other, "tsunami information", link: Self.tsunamiPage.map { .web($0) }))
        }
        return facts
    }

    private func sentence(_ entry: Entry) -> String {
        let scale = magnitudeType.map { " (\($0))" } ?? ""
        let first = [
            magnitude == nil ? "Magnitude unknown" : "Magnitude " + entry.measures[0].number + scale,
            entry.measure("depth").map { $0.words + " deep" },
        ].compactMap { $0 }.joined(separator: ", ")
        return [
            first, alert.map { $0.prefix(1).uppercased() + $0.dropFirst() + " alert" }, entry.measure("felt")?.words,
            mayHaveTsunami ? "See tsunami.gov for tsunami information" : nil,
            status == "automatic" ? "Located automatically, not reviewed yet" : nil,
        ].compactMap { $0.map { $0 + "." } }.joined(separator: " ")
    }
}

/// An earthquake for programs.
public struct EarthquakeDocument: Encodable, Sendable {
    private enum Keys: CodingKey {
        case id, type, title, url, date, updated, magnitude, magnitudeType, place, coordinates, depth, tsunami, alert,
            felt,
            significance, status
    }

    private let earthquake: Earthquake

    init(_ earthquake: Earthquake) { self.earthquake = earthquake }

    /// Writes every field; unknown values are null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(earthquake.id, forKey: .id)
        try container.encode(earthquake.type, forKey: .type)
        try container.encode(earthquake.title, forKey: .title)
        try container.encode(earthquake.url?.absoluteString, forKey: .url)
        try container.encode(earthquake.date.internetDateTime, forKey: .date)
        try container.encode(earthquake.updated.internetDateTime, forKey: .updated)
        try container.encode(earthquake.magnitude, forKey: .magnitude)
        try container.encode(earthquake.magnitudeType, forKey: .magnitudeType)
        try container.encode(earthquake.place, forKey: .place)
        try container.encode(coordinates, forKey: .coordinates)
        try container.encode(earthquake.depth, forKey: .depth)
        try container.encode(earthquake.mayHaveTsunami, forKey: .tsunami)
        try container.encode(earthquake.alert, forKey: .alert)
        try container.encode(earthquake.felt, forKey: .felt)
        try container.encode(earthquake.significance, forKey: .significance)
        try container.encode(earthquake.status, forKey: .status)
    }

    private var coordinates: [Double]? {
        guard let longitude = earthquake.longitude, let latitude = earthquake.latitude else { return nil }
        return [longitude, latitude]
    }
}
