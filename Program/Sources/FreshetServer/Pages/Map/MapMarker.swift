import Feeds
import Platform
import Search
import WebText

/// An entry on the map: its position, its track and its area.
///
/// The map has 3600 by 1800 units, tenths of a degree from the upper left corner.
struct MapMarker {
    private let id: String
    private let title: String
    private let isOpen: Bool?
    private let size: MarkerSize?
    private let span: (begin: Date, end: Date?)?
    private let position: Entry.Coordinate
    private let track: [Entry.Coordinate]
    private let area: [Entry.Coordinate]

    /// Nil if no place is known.
    init?(_ entry: Entry) {
        guard let location = entry.location, let position = location.position.normalized else { return nil }
        id = entry.id.elementID
        title = entry.plainTitle
        isOpen = entry.isOpen
        size = entry.measures.first.flatMap(MarkerSize.init)
        span = entry.date.map { date in
            (entry.began ?? date, entry.isOpen == true ? nil : entry.closed ?? date)
        }
        self.position = position
        track = location.track.compactMap(\.normalized)
        area = location.area.compactMap(\.normalized)
    }

    /// The element, which leads to the row. The tab key skips it, because the list has the same links.
    func html(isHidden: Bool) -> HTML {
        let state: HTML? = isOpen.map { $0 ? ", open" : ", closed" }
        return """
            <a class="marker \(shape)" id="at-\(id)" href="#row-\(id)" tabindex="-1"\(spanData)\(isHidden ? " hidden" : nil) \
            aria-label="\(SafeText(title, atMost: 120).text)\(state)">\
            \(reach)<path class="hit" d="\(point)"/>\(dot)</a>
            """
    }

    /// The marker without a link.
    var drawing: HTML { "<g class=\"marker \(shape) is-chosen\">\(reach)\(dot)</g>" }

    /// All of the item's places on the map.
    var places: [(x: Int, y: Int)] { ([position] + track + area).map { ($0.x, $0.y) } }

    private var shape: HTML { "\(isOpen ?? true ? "open" : "closed")\(size.map { " size-\($0.step)" as HTML })" }

    /// A point that the style sheet draws as a disc or a square, at any size of the map.
    private var point: HTML {
        "M\(position.x) \(position.y)\(isOpen ?? true ? "h.01" : "h.01v.01h-.01z" as HTML)"
    }

    private var dot: HTML { "<path class=\"dot\" d=\"\(point)\"/><path class=\"core\" d=\"\(point)\"/>" }

    /// The area and the track.
    private var reach: HTML {
        let land: HTML? = area.count > 2 ? "<path class=\"area\" d=\"\(Self.path(area, atMost: 40))\"/>" : nil
        let way: HTML? = track.count > 1 ? "<path class=\"track\" d=\"\(Self.path(track, atMost: 60))\"/>" : nil
        return "\(land)\(way)"
    }

    /// The time during which the played days show the item, in hours since 1970.
    private var spanData: HTML? {
        span.map { span in
            let end: HTML? = span.end.map { " data-to=\"\(Self.hour($0))\"" }
            return " data-from=\"\(Self.hour(span.begin))\"\(end)"
        }
    }

    private static func hour(_ date: Date) -> Int { Int(clamped: (date.timeIntervalSince1970 / 3600).rounded(.down)) }

    /// The place in words, which leads to the map.
    var link: HTML {
        "<a class=\"place at\" href=\"#at-\(id)\" aria-label=\"\(position.words), show on the map\">\(position.words)</a>"
    }

    /// A line through places, broken at the date line. Only some of many places are drawn.
    private static func path(_ places: [Entry.Coordinate], atMost limit: Int) -> HTML {
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

extension Entry.Coordinate {
    fileprivate var x: Int { Int(clamped: ((longitude + 180) * 10).rounded()) }
    fileprivate var y: Int { Int(clamped: ((90 - latitude) * 10).rounded()) }
}

/// The size of a mark on the map, by its item's measure.
struct MarkerSize {
    /// From 1 to 5.
    let step: Int

    /// Nil for measures that aren't compared on a map.
    init?(_ measure: Entry.Measure) {
        guard let value = measure.compared, let bounds = measure.kind?.bounds else { return nil }
        step = 1 + bounds.count { value >= $0 }
    }
}

extension MeasureKind {
    /// The lower bounds of the second to the fifth size; nil for kinds that aren't on maps.
    fileprivate var bounds: [Double]? {
        switch self {
        case .magnitude: [2.5, 4.5, 6, 7]
        case .acres: [500, 5_000, 25_000, 100_000]
        case .points: nil
        }
    }

    /// The legend of the sizes of marks, and the heading of the items with the largest ones.
    var onMap: (size: HTML, most: HTML)? {
        switch self {
        case .magnitude: ("Size: magnitude", "Strongest")
        case .acres: ("Size: area", "Largest")
        case .points: nil
        }
    }
}
