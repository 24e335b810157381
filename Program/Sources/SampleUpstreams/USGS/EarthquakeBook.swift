import Platform

/// All earthquakes, numbered: one every 15 minutes before the start, with negative numbers, and one every 2 minutes after it.
struct EarthquakeBook: Sendable {
    let world: World

    /// The earthquakes of the last days, newest first.
    func earthquakes(at now: Date, days: Double) -> [SampleEarthquake] {
        let start = now.addingTimeInterval(-days * 86_400)
        var earthquakes: [SampleEarthquake] = []
        var number = newest(at: now)
        while date(number) > start {
            if let earthquake = earthquake(number, at: now) { earthquakes.append(earthquake) }
            number -= 1
        }
        return earthquakes
    }

    private func newest(at now: Date) -> Int {
        let seconds = now.timeIntervalSince(world.start)
        return Int((seconds / (seconds < 0 ? Self.historySpacing : world.pace(120))).rounded(.down))
    }

    private static let historySpacing: Double = 900

    private func date(_ number: Int) -> Date {
        let offset = Double(number) * (number < 0 ? Self.historySpacing : world.pace(120))
        return world.start.addingTimeInterval(offset.rounded(.down))
    }

    /// An earthquake as known at an instant; nil if it was deleted.
    private func earthquake(_ number: Int, at now: Date) -> SampleEarthquake? {
        let date = date(number)
        let age = now.timeIntervalSince(date)
        let turn = (number % 100 + 100) % 100
        if turn % 25 == 7, age >= 900 { return nil }
        var chance = Chance(world.seed, "earthquake", number)
        // Stronger ones are rarer.
        var tenths = chance.number(-3..<3)
        while tenths < 75, chance.number(0..<100) < (tenths < 40 ? 82 : 68) { tenths += chance.number(2..<5) }
        let zone = chance.one(of: Self.zones)
        let place =
            "\(chance.number(2..<140)) km \(chance.one(of: Self.directions)) of \(chance.one(of: Places.counties))"
        let longitude = zone.longitude + chance.fraction(-4..<4)
        let latitude = zone.latitude + chance.fraction(-4..<4)
        let depth = chance.fraction(0.5..<90)
        let revision = chance.number(-2..<3)
        let felt = tenths < 25 ? nil : chance.number(1..<tenths * 3)
        let isReviewed = age >= 600
        if !isReviewed { tenths += revision }
        let code = String(700_000 + number, radix: 36)
        // The local network's id first; the worldwide network's once the event is reviewed.
        let ids = turn % 10 == 3 && isReviewed ? ["us7" + code, zone.network + code] : [zone.network + code]
        return SampleEarthquake(
            ids: ids, date: date, updated: date.addingTimeInterval(isReviewed ? 600 : 60),
            tenths: turn % 50 == 11 ? nil : tenths, place: turn == 61 ? nil : place,
            type: tenths < 20 && turn % 16 == 5 ? "quarry blast" : "earthquake", longitude: longitude,
            latitude: latitude, depth: depth, felt: isReviewed ? felt : nil, isReviewed: isReviewed)
    }

    /// Made up, but in seismic regions.
    private static let zones: [(network: String, longitude: Double, latitude: Double)] = [
        ("nc", -122, 38), ("ci", -117, 34), ("ak", -151, 61), ("ak", -160, 55), ("us", 142, 38), ("us", -71, -30),
        ("us", 120, -8), ("us", -177, -29), ("us", 26, 38), ("us", 70, 36), ("us", -90, 13), ("us", 154, -5),
    ]
    private static let directions = ["N", "NNE", "NE", "E", "SE", "SSE", "S", "SW", "WSW", "W", "NW", "NNW"]
}
