import WebText
import OurPlanet

/// An event on the map: its way, its area, and where it is or was last seen.
///
/// The map counts in tenths of a degree from the upper left corner: 3600 by 1800.
struct MapMarker {
    private let id: String
    private let title: String
    private let isOpen: Bool
    private let position: Position
    private let track: [Position]
    private let area: [Position]

    /// Nil where no place is known.
    init?(_ event: NaturalEvent) {
        guard let position = event.position, position.isOnEarth else { return nil }
        id = event.id.elementID
        title = event.title
        isOpen = event.isOpen
        self.position = position
        track = event.track.filter(\.isOnEarth)
        if case .polygon(let rings)? = event.newest?.shape { area = rings.first ?? [] } else { area = [] }
    }

    /// The element, which leads to the row; not a stop of the tab key, since the list leads everywhere.
    func html(isHidden: Bool) -> HTML {
        let way = Self.path(track, atMost: 60)
        let land = Self.path(area, atMost: 40)
        // A point, which the style makes a disc of its size whatever the map's; a square has corners that a pen leaves.
        let point: HTML = "M\(position.x) \(position.y)\(isOpen ? "h.01" : "h.01v.01h-.01z" as HTML)"
        return """
            <a class="marker \(isOpen ? "open" : "closed")" id="at-\(id)" href="#row-\(id)" tabindex="-1"\(isHidden ? " hidden" : nil) \
            aria-label="\(SafeText(title, atMost: 120).text), \(isOpen ? "open" : "closed")">\
            \(area.count > 2 ? "<path class=\"area\" d=\"\(land)\"/>" : nil)\
            \(track.count > 1 ? "<path class=\"track\" d=\"\(way)\"/>" : nil)\
            <path class="hit" d="\(point)"/><path class="dot" d="\(point)"/><path class="core" d="\(point)"/></a>
            """
    }

    /// The place in words, which leads to the map.
    var link: HTML { "<a class=\"place at\" href=\"#at-\(id)\" aria-label=\"\(words), show on the map\">\(words)</a>" }

    /// `38.5° N 121.2° W`
    private var words: String {
        let latitude = abs(position.latitude).tenths + "° " + (position.latitude < 0 ? "S" : "N")
        let longitude = abs(position.easting).tenths + "° " + (position.easting < 0 ? "W" : "E")
        return latitude + " " + longitude
    }

    /// A line through places, broken where it crosses the date line; of many only some are drawn.
    private static func path(_ places: [Position], atMost limit: Int) -> HTML {
        var text = ""
        var last: (x: Int, y: Int)?
        let step = max(1, (places.count + limit - 1) / limit)
        for (index, place) in places.enumerated() where index % step == 0 || index == places.count - 1 {
            let (x, y) = (place.x, place.y)
            if let last, abs(last.x - x) < 1800 {
                if last != (x, y) { text += "L\(x) \(y)" }
            } else {
                text += "M\(x) \(y)"
            }
            last = (x, y)
        }
        return "\(text)"
    }
}

extension Position {
    /// Whether it can be drawn.
    fileprivate var isOnEarth: Bool { longitude.isFinite && abs(longitude) <= 720 && abs(latitude) <= 90 }

    /// Degrees east, -180 to 180.
    fileprivate var easting: Double {
        var degrees = longitude.truncatingRemainder(dividingBy: 360)
        if degrees > 180 { degrees -= 360 }
        if degrees < -180 { degrees += 360 }
        return degrees
    }

    fileprivate var x: Int { Int(((easting + 180) * 10).rounded()) }
    fileprivate var y: Int { Int(((90 - latitude) * 10).rounded()) }
}

extension Double {
    fileprivate var tenths: String {
        let number = Int((self * 10).rounded())
        return "\(number / 10).\(number % 10)"
    }
}
