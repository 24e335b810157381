import Platform

/// Makes up natural events from a category, a number and the date of the first position.
struct EventMaker: Sendable {
    let world: World

    func event(_ category: String, _ index: Int, at date: Date) -> NaturalEvent {
        var chance = SeededRandom(world.seed, category, index)
        switch category {
        case "severeStorms": return storm(&chance, at: date)
        case "volcanoes": return volcano(&chance, at: date)
        case "seaLakeIce": return iceberg(&chance, index, at: date)
        case "floods": return flood(&chance, index, at: date)
        case "drought": return drought(&chance, at: date)
        case "earthquakes": return earthquake(&chance, at: date)
        case "manmade": return spill(&chance, at: date)
        default: return wildfire(&chance, index, at: date)
        }
    }

    private func wildfire(_ chance: inout SeededRandom, _ index: Int, at date: Date) -> NaturalEvent {
        let isFromIRWIN = index % 3 != 0
        let name = "\(chance.one(of: Places.colors)) \(chance.one(of: Places.landforms))"
        let county = chance.one(of: Places.counties)
        // One title in eleven ends in a space, like some real ones.
        let end = index % 11 == 0 ? " " : ""
        let longitude = chance.fraction(-121 ..< -104)
        let latitude = chance.fraction(34..<48)
        let acres = fixed(chance.fraction(500..<9000), digits: 2)
        let number = chance.hex(8)
        let source =
            isFromIRWIN
            ? (id: "IRWIN", url: "https://irwin.example/observer/incidents/\(number)")
            : (id: "GDACS", url: "https://gdacs.example/report.aspx?eventtype=WF&eventid=\(1_020_000 + index)")
        return NaturalEvent(
            category: "wildfires", title: (isFromIRWIN ? "\(name) Wildfire, \(county)" : "Wildfire in \(county)") + end,
            description: isFromIRWIN && index % 5 == 0 ? "\(chance.number(2..<30)) Miles E from \(county)" : nil,
            sources: [source],
            positions: [
                .init(
                    date: date, magnitude: isFromIRWIN ? acres : nil, unit: isFromIRWIN ? "acres" : nil,
                    place: .point(longitude: longitude, latitude: latitude))
            ],
            // Most events are never closed.
            closes: chance.happens(onceIn: 6) ? date.addingTimeInterval(Double(chance.number(2..<20)) * 86400) : nil)
    }

    /// Up to 61 positions, six hours apart.
    private func storm(_ chance: inout SeededRandom, at date: Date) -> NaturalEvent {
        let count = chance.number(24..<62)
        let first = floor(date, to: 6 * 3600)
        var longitude = chance.fraction(-60..<170)
        var latitude = chance.fraction(8..<18)
        let positions = (0..<count).map { step -> NaturalEvent.Position in
            let strength = Double(min(step, count - step)) / Double(count)
            let knots = 35 + 5 * Int(strength * 40 * chance.fraction(0.6..<1))
            defer {
                longitude -= chance.fraction(0.2..<1.3)
                latitude += chance.fraction(0..<0.6)
            }
            return .init(
                date: first.addingTimeInterval(Double(step) * 6 * 3600), magnitude: "\(knots).00", unit: "kts",
                place: .point(longitude: rounded(longitude, digits: 1), latitude: rounded(latitude, digits: 1)))
        }
        let kind = chance.one(of: ["Tropical Storm", "Typhoon", "Hurricane", "Tropical Cyclone"])
        let isAtlantic = kind == "Hurricane"
        return NaturalEvent(
            category: "severeStorms", title: "\(kind) \(chance.one(of: Places.stormNames))",
            sources: [
                isAtlantic
                    ? ("NOAA_NHC", "https://nhc.example/archive/storm.shtml")
                    : ("JTWC", "https://jtwc.example/products/wp\(chance.number(10..<40))26.tcw")
            ], positions: positions, closes: positions.last?.date.addingTimeInterval(86400))
    }

    /// Seen a few times, months apart.
    private func volcano(_ chance: inout SeededRandom, at date: Date) -> NaturalEvent {
        let place = NaturalEvent.Place.point(
            longitude: rounded(chance.fraction(95..<155), digits: 3),
            latitude: rounded(chance.fraction(-9..<40), digits: 4))
        let first = floor(date, to: 86400)
        let positions = (0..<chance.number(1..<3)).map { look in
            NaturalEvent.Position(date: first.addingTimeInterval(Double(look) * 70 * 86400), place: place)
        }
        let number = chance.number(200_000..<400_000)
        let other = ("GDACS", "https://gdacs.example/report.aspx?eventtype=VO&eventid=\(number)")
        return NaturalEvent(
            category: "volcanoes",
            title: "\(chance.one(of: Places.colors)) Volcano, \(chance.one(of: Places.countries))",
            sources: [("SIVolcano", "https://volcano.example/volcano.cfm?vn=\(number)")]
                + (chance.happens(onceIn: 5) ? [other] : []),
            positions: positions)
    }

    private func iceberg(_ chance: inout SeededRandom, _ index: Int, at date: Date) -> NaturalEvent {
        var longitude = chance.fraction(-60..<80)
        var latitude = chance.fraction(-72 ..< -54)
        var area = chance.fraction(20..<900)
        let first = floor(date, to: 86400)
        let isMeasured = !chance.happens(onceIn: 10)
        let positions = (0..<chance.number(4..<40)).map { week -> NaturalEvent.Position in
            defer {
                longitude += chance.fraction(-0.4..<0.9)
                latitude += chance.fraction(0..<0.2)
                area *= 0.99
            }
            return .init(
                date: first.addingTimeInterval(Double(week) * 7 * 86400),
                magnitude: isMeasured ? fixed(area, digits: 2) : nil, unit: isMeasured ? "NM^2" : nil,
                place: .point(longitude: rounded(longitude, digits: 2), latitude: rounded(latitude, digits: 2)))
        }
        let letter = ["A", "B", "C", "D"][((index % 4) + 4) % 4]
        return NaturalEvent(
            category: "seaLakeIce", title: "Iceberg \(letter)\(100 + abs(index))",
            sources: [("NATICE", "https://usicecenter.example/pub/Iceberg_Tabular.csv")], positions: positions)
    }

    /// GDACS puts latitude first, unlike all others. Closed within days.
    private func flood(_ chance: inout SeededRandom, _ index: Int, at date: Date) -> NaturalEvent {
        let longitude = chance.fraction(92..<140)
        let latitude = chance.fraction(-10..<25)
        let ring = ring(&chance, longitude: longitude, latitude: latitude, size: 1.5)
        let number = 1_104_000 + index
        return NaturalEvent(
            category: "floods", title: "Flood in \(chance.one(of: Places.countries)) \(number)",
            sources: [("GDACS", "https://gdacs.example/report.aspx?eventtype=FL&eventid=\(number)")],
            positions: [
                .init(
                    date: date, place: .polygon(ring.map { ($0.latitude, $0.longitude) }, isLatitudeFirst: true))
            ], closes: date.addingTimeInterval(Double(chance.number(1..<6)) * 86400))
    }

    private func drought(_ chance: inout SeededRandom, at date: Date) -> NaturalEvent {
        let ring = ring(
            &chance, longitude: chance.fraction(20..<45), latitude: chance.fraction(-20..<12), size: 4)
        return NaturalEvent(
            category: "drought", title: "Drought in \(chance.one(of: Places.countries))",
            sources: [("ReliefWeb", "https://reliefweb.example/disaster/dr-\(chance.hex(6))")],
            positions: [
                .init(
                    date: floor(date, to: 86400),
                    place: .polygon(ring.map { ($0.longitude, $0.latitude) }, isLatitudeFirst: false))
            ], closes: date.addingTimeInterval(60 * 86400))
    }

    private func earthquake(_ chance: inout SeededRandom, at date: Date) -> NaturalEvent {
        NaturalEvent(
            category: "earthquakes", title: "Earthquake off \(chance.one(of: Places.countries))",
            sources: [("USGS_EHP", "https://earthquake.example/event/\(chance.hex(8))")],
            positions: [
                .init(
                    date: date, magnitude: fixed(chance.fraction(6..<8), digits: 2), unit: "Mw",
                    place: .point(longitude: chance.fraction(120..<150), latitude: chance.fraction(-10..<45)))
            ], closes: date.addingTimeInterval(5 * 86400))
    }

    private func spill(_ chance: inout SeededRandom, at date: Date) -> NaturalEvent {
        NaturalEvent(
            category: "manmade", title: "Oil Spill near \(chance.one(of: Places.countries))",
            description: "A made-up spill, and a \"quoted\" word.",
            sources: [("EO", "https://earthobservatory.example/images/\(chance.number(80_000..<99_999))")],
            positions: [
                .init(
                    date: date,
                    place: .point(longitude: chance.fraction(-90 ..< -80), latitude: chance.fraction(24..<29)))
            ], closes: date.addingTimeInterval(9 * 86400))
    }
}

extension EventMaker {
    /// A closed ring of five corners.
    private func ring(
        _ chance: inout SeededRandom, longitude: Double, latitude: Double, size: Double
    ) -> [(longitude: Double, latitude: Double)] {
        let corners = [(-1.0, -1.0), (1.0, -0.6), (0.8, 0.9), (-0.2, 1.1), (-1.1, 0.5)].map { x, y in
            (
                longitude: rounded(longitude + x * size * chance.fraction(0.6..<1), digits: 4),
                latitude: rounded(latitude + y * size * chance.fraction(0.6..<1), digits: 4)
            )
        }
        return corners + corners.prefix(1)
    }

    private func floor(_ date: Date, to seconds: Double) -> Date {
        Date(timeIntervalSince1970: (date.timeIntervalSince1970 / seconds).rounded(.down) * seconds)
    }

    private func rounded(_ value: Double, digits: Int) -> Double {
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        return (value * scale).rounded() / scale
    }

    /// Formats a value with a number of decimal places, including zeros.
    private func fixed(_ value: Double, digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        let whole = Int((value * Double(scale)).rounded())
        let rest = String(whole % scale)
        return "\(whole / scale)." + String(repeating: "0", count: digits - rest.count) + rest
    }
}
