import GitFeed
import News

/// Everything that can be looked at: at the left of a wide screen, below the page on a phone.
struct Sidebar {
    let current: String
    let world: World?
    let site: Site

    var html: HTML {
        """
        <nav class="side" id="menu" aria-label="Feeds">\
        <ul class="flat">\(links([.init("Home", "/", icon: .home), .init("Saved", "/saved", icon: .saved)]))</ul>\
        <h2 id="side-github">\(Icon.github.html)GitHub</h2><ul aria-labelledby="side-github">\(links(repositories))</ul>\
        \(current == "/" ? nil : FollowForm(site: site).entry(id: "side-follow"))\
        <h2 id="side-planet">\(Icon.planet.html)Planet</h2><ul aria-labelledby="side-planet">\(links(planet))</ul>\
        <h2 id="side-news">\(Icon.news.html)News</h2><ul aria-labelledby="side-news">\(links(news))</ul>\
        <ul class="flat last">\(links([.init("Status", "/status", icon: .status), .init("Help", "/help", icon: .help)]))</ul>\
        \(site.hasToken ? Self.signOut : nil)</nav>
        """
    }

    private var repositories: [NavigationLink] {
        site.followed.map { .init(.repository($0)) }
            + [.init(.trending("swift"), "Trending"), .init(.repositories)]
    }

    private var planet: [NavigationLink] {
        [.init(.planet, "All categories")] + ["wildfires", "severeStorms", "volcanoes"].map { .init(.category($0)) }
    }

    private var news: [NavigationLink] { HackerNews.List.allCases.map { .init(.news($0)) } }

    private func links(_ links: [NavigationLink]) -> [HTML] { links.map { $0.html(current) } }

    private static let signOut: HTML =
        "<form class=\"logout\" method=\"post\" action=\"/logout\"><button class=\"button quiet\">Sign out</button></form>"
}
