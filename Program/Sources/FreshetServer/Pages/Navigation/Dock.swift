/// The five places at the bottom of a phone.
struct Dock {
    let current: String
    let world: World?
    let site: Site

    var html: HTML {
        let gitHub = site.followed.first.map { FeedAddress.repository($0).path } ?? FeedAddress.trending("swift").path
        let places: [(name: HTML, path: String, icon: Icon, isHere: Bool)] = [
            ("Home", "/", .home, current == "/"),
            ("GitHub", gitHub, .github, world == .gitHub),
            ("Planet", "/planet", .planet, world == .planet),
            ("News", "/news/top", .news, world == .news),
            ("Saved", "/saved", .saved, current == "/saved"),
        ]
        let links: [HTML] = places.map { place in
            let here: HTML? = place.isHere ? " aria-current=\"\(place.path == current ? "page" : "true")\"" : nil
            return "<li><a href=\"\(place.path)\"\(here)>\(place.icon.html)<span>\(place.name)</span></a></li>"
        }
        return "<nav class=\"dock\" aria-label=\"Main\"><ul>\(links)</ul></nav>"
    }
}
