import GitFeed

/// The first page: a look at each of the three worlds.
struct HomePage: Sendable {
    /// The start of a feed.
    struct Digest: Sendable {
        let address: FeedAddress
        let state: LiveState
    }

    /// The followed repositories, the planet, a list of news.
    let digests: [Digest]
    let site: Site
    /// The ids of the events that it is as new as.
    var seen = ""

    /// As many repositories stand here; the others are in the menu.
    static let mostRepositories = 20

    var html: HTML {
        Layout(title: "Freshet", address: "/", site: site).document(
            """
            <main id="main" class="home" data-live="/" data-seen="\(seen)"><h1 class="visually-hidden">Freshet</h1>\
            <button id="changed" class="pill" type="button" hidden>Show what is followed now</button>
            <div class="column"><section class="world" aria-labelledby="home-github"><h2 id="home-github">\(World.gitHub.icon.html)GitHub</h2>\
            \(welcome)\(sections(.gitHub))\(others)\(FollowForm(site: site).entry(id: "home-follow"))</section></div>
            <div class="column"><section class="world" aria-labelledby="home-planet"><h2 id="home-planet">\(World.planet.icon.html)Planet</h2>\
            \(sections(.planet))</section>
            <section class="world" aria-labelledby="home-news"><h2 id="home-news">\(World.news.icon.html)News</h2>\(sections(.news))</section></div>
            </main>
            """)
    }

    private var welcome: HTML? {
        guard site.followed.isEmpty else { return nil }
        let suggestions: [HTML] = ["swiftlang/swift", "apple/swift-nio", "torvalds/linux"].map { name in
            """
            <form class="follow" method="post" action="/follow">\(Hidden("repository", name).html)\(Hidden("return", "/").html)\
            <button class="button">\(name)</button></form>
            """
        }
        return """
            <div class="welcome"><p class="lede">Follow a repository, and what happens in it stands here.</p>\
            <p>Paste its address below, or begin with one of these:</p><div class="suggestions">\(suggestions)</div></div>
            """
    }

    private func sections(_ world: World) -> [HTML] {
        digests.filter { $0.address.world == world }.map { $0.html(site) }
    }

    private var others: HTML? {
        let count = site.followed.count - Self.mostRepositories
        return count > 0
            ? "<p class=\"others\"><a href=\"#menu\">\(count) more \(count == 1 ? "repository" : "repositories")</a> that you follow</p>"
            : nil
    }
}
