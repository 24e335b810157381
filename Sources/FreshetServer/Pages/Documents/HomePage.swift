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

    /// How many feeds are live: each takes a connection, of which browsers have six for a host.
    private static let live = 3
    /// How many items of a feed are worth a place here.
    private static func limit(_ address: FeedAddress) -> Int {
        switch address.world {
        case .gitHub: 4
        case .planet: 20
        case .news: 7
        }
    }

    var html: HTML {
        Layout(title: "Freshet", address: "/", site: site).document(
            """
            <main id="main" class="home"><h1 class="visually-hidden">Freshet</h1>
            <div class="column"><section class="world" aria-labelledby="home-github"><h2 id="home-github">\(World.gitHub.icon.html)GitHub</h2>\
            \(welcome)\(sections(.gitHub))\(FollowForm(site: site).entry(id: "home-follow"))</section></div>
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
        let liveOnes = Set(liveDigests.map(\.address))
        return digests.filter { $0.address.world == world }.map { section($0, isLive: liveOnes.contains($0.address)) }
    }

    /// One of each world first, then the next repositories.
    private var liveDigests: [Digest] {
        let firsts = World.allCases.compactMap { world in digests.first { $0.address.world == world } }
        let rest = digests.filter { digest in !firsts.contains { $0.address == digest.address } }
        return Array((firsts + rest).prefix(Self.live))
    }

    private func section(_ digest: Digest, isLive: Bool) -> HTML {
        let address = digest.address
        let limit = Self.limit(address)
        var context = RowContext(query: PageQuery(limit: limit), site: site, destination: "/")
        if case .repository = address { context.tellsRepository = false }
        let rows = digest.state.rows(context).filter { !$0.id.hasPrefix("gap-") }.prefix(limit)
        let status = StatusLine(world: address.world, state: digest.state, site: site).html
        let identifier = "digest-" + address.path.elementID
        let live: HTML? = isLive ? " data-live=\"\(address.path)\"" : nil
        let name = address == .planet ? "What happens on Earth" : address.title
        return """
            <section class="digest" data-feed="\(address.path)"\(live) data-standing="\(digest.state.standingName)" data-show="\(limit)" aria-labelledby="\(identifier)">\
            <header><h3 id="\(identifier)"><a href="\(address.path)"><bdi>\(name)</bdi></a></h3>\
            <p class="status">\(status)</p>\(RefreshForm(address: address, destination: "/").html)</header><button class="pill" type="button" hidden></button>\
            <ol class="rows compact\(address.listClass)" aria-labelledby="\(identifier)">\(rows.map(\.html))</ol>\
            \(Instead(address: address, isDigest: true).html)</section>
            """
    }
}
