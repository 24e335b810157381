import Feeds
import Search
import WebText

/// An equirectangular world map with the markers of a list.
struct WorldMap {
    let markers: [HTML]
    /// True if items are open or closed, which their marks show.
    let hasStates: Bool
    /// The kind of measure that the sizes of marks show.
    var measureKind: MeasureKind?
    /// The number of items of a longer list that are on the map, and a link to the others.
    var part: HTML?

    var html: HTML {
        // Beside the map there is room for more than the map.
        let most: HTML? =
            measureKind?.onMap.map { " data-most=\"\($0.most)\" data-by=\"size\"" }
            ?? (hasStates ? " data-most=\"Open longest\" data-by=\"age\"" : nil)
        let size: HTML? = measureKind?.onMap.map { "<span class=\"legend\">\($0.size)</span>" }
        return """
            <figure class="map"><svg id="map" viewBox="0 0 3600 1800" width="3600" height="1800" role="group"\(most) \
            aria-label="World map of the items below">\(MapGround(hasGraticule: true).html)<g class="markers">\(markers)</g></svg>\
            <figcaption>\(part)\(hasStates ? Self.legend : nil) \(size) <span class="credit">Made with Natural Earth</span></figcaption></figure>
            """
    }

    private static let legend: HTML = """
        <span class="legend"><svg class="shape open" viewBox="0 0 20 20" width="14" height="14" aria-hidden="true">\
        <circle cx="10" cy="10" r="7"/></svg> open</span> <span class="legend"><svg class="shape closed" viewBox="0 0 20 20" \
        width="14" height="14" aria-hidden="true"><rect x="4" y="4" width="12" height="12" rx="1"/></svg> closed</span>
        """
}

/// The ground of a map: land, borders and the names of countries.
struct MapGround {
    var hasGraticule = false
    /// The scales from which names are shown, in pixels a degree; nil for the script, which knows the map's size.
    var scale: Int?

    var html: HTML {
        """
        \(hasGraticule ? Self.graticule : nil)<use class="land" href="\(Self.countries)#land"/>\
        <use class="borders" href="\(Self.countries)#borders"/>\
        <g class="names" aria-hidden="true">\(Self.scales.filter { $0 <= scale ?? .max }.map(names))</g>
        """
    }

    private func names(_ scale: Int) -> HTML {
        let data: HTML? = self.scale == nil ? " data-scale=\"\(scale)\"" : nil
        return "<use href=\"\(Self.countries)#names-\(scale)\"\(data)/>"
    }

    /// The groups of names in the drawing.
    private static let scales = [2, 4, 8, 16, 32]
    private static let countries = Asset.address("countries.svg")

    /// A line every thirty degrees.
    private static let graticule: HTML = {
        let meridians = stride(from: 300, to: 3600, by: 300).map { "M\($0) 0V1800" }
        let parallels = stride(from: 300, to: 1800, by: 300).map { "M0 \($0)H3600" }
        return "<path class=\"graticule\" d=\"\((meridians + parallels).joined())\"/>"
    }()
}

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
