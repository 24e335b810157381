/// The page of one feed, and the parts of it that are sent while it is open.
struct FeedPage: Sendable {
    let address: FeedAddress
    let state: LiveState
    let query: PageQuery
    let site: Site

    init(address: FeedAddress, state: LiveState, query: PageQuery, site: Site) {
        self.address = address
        self.state = state
        self.query = query
        self.site = site
    }

    /// The document.
    var html: HTML {
        Layout(title: address.title, address: address.path, site: site).document(
            """
            <main id="main" data-feed="\(address.path)"><h1>\(address.title)</h1>
            <p id="status" role="status" aria-live="polite">\(statusLine)</p>
            <ol class="rows">\(rows.map(\.html))</ol></main>
            """)
    }

    /// The items in the order of the page; those that the query leaves out are among them, hidden.
    var rows: [Row] { [] }

    /// How the feed stands, in words: what stands in `#status`.
    var statusLine: HTML { "" }

    /// `fresh`, `stored`, `refreshing` or `stale`.
    var standing: String { state.standingName }

    /// How many parts of a refresh are done, of how many.
    var progress: (done: Int, total: Int)? { nil }
}
