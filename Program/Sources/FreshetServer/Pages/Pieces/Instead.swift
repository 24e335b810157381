/// What stands where items would; the style sheet shows the one that is true.
struct Instead {
    let address: FeedAddress
    /// Whether the list is a part of a page that has its own search.
    var isDigest = false

    var html: HTML {
        let line: HTML = "<span class=\"bone\"></span>"
        let bones = Array(repeating: line, count: isDigest ? 3 : 7)
        let filtered: HTML? =
            isDigest
            ? nil
            : """
            <div class="when-filtered"><p class="lede">Nothing in this list matches.</p><p><a href="\(address.path)">Show all of it</a></p></div>
            """
        return """
            <div class="instead"><div class="when-waiting"><p>\(waiting)</p><div class="skeleton" aria-hidden="true">\(bones)</div></div>\
            <div class="when-empty"><p class="lede">\(empty)</p></div>\
            <div class="when-failed"><p class="lede">Nothing is stored to show in its place.</p>\
            <p>As soon as \(address.world.upstream) answers, this page shows it by itself.</p></div>\(filtered)</div>
            """
    }

    private var waiting: String {
        switch address.world {
        case .gitHub: "Asking GitHub…"
        case .planet: "Asking EONET, which may take half a minute…"
        case .news: "Asking Hacker News…"
        }
    }

    private var empty: String {
        switch address {
        case .repository: "Nothing has happened here in the last 30 days."
        case .trending: "GitHub knows no repositories of this language."
        case .repositories: "GitHub lists no repositories."
        case .planet: "EONET has no categories."
        case .category: "No events of this kind in these days."
        case .news: "This list is empty."
        }
    }
}
