import News
import OurPlanet

/// The feeds of one world, beside one another; those of GitHub stand at the left of a wide screen, where they are not repeated.
struct Tabs {
    let address: FeedAddress
    let site: Site

    var html: HTML {
        let links: [NavigationLink] =
            switch address.world {
            case .gitHub:
                site.followed.map { .init(.repository($0)) }
                    + [.init(.trending("swift"), "Trending"), .init(.repositories)]
            case .planet: [.init(.planet, "All categories")] + Category.known.map { .init(.category($0)) }
            case .news: HackerNews.List.allCases.map { .init(.news($0), "\($0.name)") }
            }
        return """
            <nav class="tabs\(address.world == .gitHub ? " narrow" : nil)" aria-label="\(address.world.rawValue)"><ul>\(links.map { $0.html(address.path) })</ul></nav>
            """
    }
}
