import WebText

/// A switch that shows a part of the page on a narrow screen, where the part is hidden at first. Works without JavaScript.
struct Disclosure {
    let id: String
    let name: String
    let icon: Icon
    var isOpen = false

    /// Shows the filter and the settings of a feed.
    static func filter(isOpen: Bool) -> Disclosure {
        Disclosure(id: "show-controls", name: "Filter and settings", icon: .controls, isOpen: isOpen)
    }

    /// Shows the map.
    static let map = Disclosure(id: "show-map", name: "Map", icon: .map)

    var html: HTML {
        """
        <label class="disclosure button quiet" title="\(name)"><input type="checkbox" id="\(id)" autocomplete="off"\
        \(isOpen ? " checked" : nil as HTML?)>\(icon.html)<span class="visually-hidden">\(name)</span></label>
        """
    }
}
