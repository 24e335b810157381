/// The start of a feed as the first page has it, and the parts of it that are sent while the page is open.
extension HomePage.Digest {
    /// How many items are worth a place here.
    private var limit: Int {
        switch address.world {
        case .gitHub: 4
        case .planet: 20
        case .news: 7
        }
    }

    /// The first items.
    func rows(_ site: Site) -> [Row] {
        var context = RowContext(query: PageQuery(limit: limit), site: site, destination: "/")
        if case .repository = address { context.tellsRepository = false }
        return Array(state.rows(context).lazy.filter { !$0.id.hasPrefix("gap-") }.prefix(limit))
    }

    /// How the feed stands, in words.
    func statusLine(_ site: Site) -> HTML { StatusLine(world: address.world, state: state, site: site).html }

    /// The section.
    func html(_ site: Site) -> HTML {
        let identifier = "digest-" + address.path.elementID
        let name: HTML = address == .planet ? "What happens on Earth" : address.name
        return """
            <section class="digest" data-feed="\(address.path)" data-standing="\(state.standingName)" aria-labelledby="\(identifier)">\
            <header><h3 id="\(identifier)"><a href="\(address.path)">\(name)</a></h3>\
            <p class="status">\(statusLine(site))</p>\(RefreshForm(address: address, destination: "/").html)</header><button class="pill" type="button" hidden></button>\
            <ol class="rows compact\(address.listClass)" aria-labelledby="\(identifier)">\(rows(site).map(\.html))</ol>\
            \(Instead(address: address, isDigest: true).html)</section>
            """
    }
}
