/// An equirectangular world map with the markers of a list.
struct WorldMap {
    let markers: [HTML]
    /// Whether items are open or closed, which their marks show.
    let hasStates: Bool

    /// A line every thirty degrees.
    private static let graticule: HTML = {
        let meridians = stride(from: 300, to: 3600, by: 300).map { "M\($0) 0V1800" }
        let parallels = stride(from: 300, to: 1800, by: 300).map { "M0 \($0)H3600" }
        return "<path class=\"graticule\" d=\"\((meridians + parallels).joined())\"/>"
    }()

    var html: HTML {
        """
        <figure class="map"><svg id="map" viewBox="0 0 3600 1800" width="3600" height="1800" role="group" \
        aria-label="World map of the items below">\(Self.graticule)\
        <use class="land" href="\(Asset.address("coastline.svg"))#land"/><g class="markers">\(markers)</g></svg>\
        <figcaption>\(hasStates ? Self.legend : nil) <span class="credit">Coastline: made with Natural Earth</span></figcaption></figure>
        """
    }

    private static let legend: HTML = """
        <span class="legend"><svg class="shape open" viewBox="0 0 20 20" width="14" height="14" aria-hidden="true">\
        <circle cx="10" cy="10" r="7"/></svg> open</span> <span class="legend"><svg class="shape closed" viewBox="0 0 20 20" \
        width="14" height="14" aria-hidden="true"><rect x="4" y="4" width="12" height="12" rx="1"/></svg> closed</span>
        """
}
