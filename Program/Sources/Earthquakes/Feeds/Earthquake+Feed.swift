import Feeds
import Platform
import Search
import WebText

extension Earthquake: FeedItem {
    /// True: the encoder's default until version 2 of the stored form.
    package static var countedFrom2001: Bool { true }
    /// The id under which it was first seen.
    package var feedID: String { id }
    /// The date of the earthquake.
    package var feedDate: Date? { date }
    /// By its page alone: the titles of earthquakes are alike.
    package var joining: StoryJoining? { .byAddress }
    /// The form for programs.
    package var document: EarthquakeDocument { EarthquakeDocument(self) }

    /// The entry: the magnitude precedes the title, depth and place are below.
    package var entry: Entry {
        var entry = Entry(
            id: id, kind: Entry.Kind(type),
            title: [Entry.TextRun(title + (isWithdrawn == true ? Entry.withdrawnSuffix : ""))],
            link: url.map { .web($0) }, date: date)
        entry.tags = [type]
        entry.lead = .measure
        // Items are sorted by the first measure, even if it is unknown.
        entry.measures =
            [Entry.Measure("magnitude", magnitude, unit: .init("mag"), showsTenths: true, kind: .magnitude)]
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
            isWithdrawn == true ? "The USGS no longer lists it: it was deleted or revised" : nil, first,
            alert.map { $0.prefix(1).uppercased() + $0.dropFirst() + " alert" }, entry.measure("felt")?.words,
            mayHaveTsunami ? "See tsunami.gov for tsunami information" : nil,
            status == "automatic" ? "Located automatically, not reviewed yet" : nil,
        ].compactMap { $0.map { $0 + "." } }.joined(separator: " ")
    }
}

/// An earthquake for programs.
package struct EarthquakeDocument: Encodable, Sendable {
    private let id, type, title, date, updated: String
    @OrNull private var url: String?
    @OrNull private var magnitude: Double?
    @OrNull private var magnitudeType: String?
    @OrNull private var place: String?
    /// The longitude, then the latitude.
    @OrNull private var coordinates: [Double]?
    @OrNull private var depth: Double?
    private let tsunami, withdrawn: Bool
    @OrNull private var alert: String?
    @OrNull private var felt: Int?
    @OrNull private var significance: Int?
    @OrNull private var status: String?

    init(_ quake: Earthquake) {
        (id, type, title, url) = (quake.id, quake.type, quake.title, quake.url?.absoluteString)
        (date, updated) = (quake.date.internetDateTime, quake.updated.internetDateTime)
        (magnitude, magnitudeType, place) = (quake.magnitude, quake.magnitudeType, quake.place)
        coordinates = quake.longitude.flatMap { longitude in quake.latitude.map { [longitude, $0] } }
        (depth, tsunami, alert, felt) = (quake.depth, quake.mayHaveTsunami, quake.alert, quake.felt)
        (significance, status) = (quake.significance, quake.status)
        withdrawn = quake.isWithdrawn == true
    }
}
