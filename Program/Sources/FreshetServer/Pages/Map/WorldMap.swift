import Search
import WebText

/// An equirectangular world map with the markers of a list.
struct WorldMap {
    let markers: [HTML]
    /// Whether items are open or closed, which their marks show.
    let hasStates: Bool
    /// What the sizes of marks stand for.
    var quantity: Quantity?
    /// How many items of a longer list are on the map, and the way to the others.
    var part: HTML?

    var html: HTML {
        // Beside the map there is room for more than the map.
        let most: HTML? =
            quantity?.onMap.map { " data-most=\"\($0.most)\" data-by=\"size\"" }
            ?? (hasStates ? " data-most=\"Open longest\" data-by=\"age\"" : nil)
        let size: HTML? = quantity?.onMap.map { "<span class=\"legend\">\($0.size)</span>" }
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

/// What is below the markers of a map: land, borders and the names of countries.
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
