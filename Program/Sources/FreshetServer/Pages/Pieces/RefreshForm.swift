/// The button that asks the upstream now, within its limits; where the feed is stale it is called differently.
struct RefreshForm {
    let address: FeedAddress
    /// What of the feed the page shows: `?limit=100`, or nothing.
    var query = ""
    /// Where the reader stays: a local path.
    let destination: String

    var html: HTML {
        """
        <form class="refresh" method="post" action="/refresh">\(Hidden("feed", address.path + query).html)\
        \(Hidden("return", destination).html)<button class="button quiet" title="Ask \(address.world.upstream) now (r)">\
        \(Icon.refresh.html)<span class="words">Refresh</span><span class="again">Try again</span></button></form>
        """
    }
}
