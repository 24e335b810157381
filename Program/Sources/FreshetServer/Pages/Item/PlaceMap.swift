import Feeds
import WebText

/// A map of the surroundings of an item, with its track and area.
struct PlaceMap {
    /// The part of the world map that is shown, in its units.
    private struct Frame {
        let x, y, width: Int
        var height: Int { width / 2 }

        /// At least 40 degrees wide, with a margin around the places.
        init(_ places: [(x: Int, y: Int)]) {
            let (xs, ys) = (places.map(\.x), places.map(\.y))
            let (west, east) = (xs.min() ?? 0, xs.max() ?? 0)
            let (north, south) = (ys.min() ?? 0, ys.max() ?? 0)
            width = min(3600, max(400, (east - west) * 3 / 2, (south - north) * 3))
            x = min(3600 - width, max(0, (west + east - width) / 2))
            y = min(1800 - width / 2, max(0, (north + south - width / 2) / 2))
        }
    }

    /// The width in pixels that names are sized for.
    private static let usualWidth = 480

    private let marker: MapMarker
    private let frame: Frame
    private let label: String

    /// Nil if no place is known.
    init?(_ entry: Entry) {
        guard let marker = MapMarker(entry) else { return nil }
        self.marker = marker
        frame = Frame(marker.places)
        label = SafeText(entry.plainTitle, atMost: 120).text
    }

    var html: HTML {
        // Names that fit at this scale.
        let scale = Self.usualWidth * 10 / frame.width
        return """
            <figure class="place-map"><svg viewBox="\(frame.x) \(frame.y) \(frame.width) \(frame.height)" width="\(frame.width)" \
            height="\(frame.height)" font-size="\(max(4, 11 * frame.width / Self.usualWidth))" role="img" aria-label="Map: \(label)">\
            \(MapGround(scale: scale).html)\(marker.drawing)</svg><figcaption>Made with Natural Earth</figcaption></figure>
            """
    }
}
