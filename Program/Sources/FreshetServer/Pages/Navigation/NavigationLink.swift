/// A link of a navigation, which tells whether the reader is there.
struct NavigationLink {
    let name: HTML
    let path: String
    var icon: Icon?

    init(_ name: HTML, _ path: String, icon: Icon? = nil) {
        self.name = name
        self.path = path
        self.icon = icon
    }

    init(_ address: FeedAddress, _ name: HTML? = nil) {
        self.init(name ?? address.name, address.path)
    }

    /// The link in its list.
    /// - Parameter current: the path of the page.
    func html(_ current: String) -> HTML {
        let here: HTML? = path == current ? " aria-current=\"page\"" : nil
        return "<li><a href=\"\(path)\"\(here)>\(icon?.html)<span>\(name)</span></a></li>"
    }
}
