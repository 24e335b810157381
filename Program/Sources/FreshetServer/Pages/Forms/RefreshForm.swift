import Feeds
import WebText

/// The button that refreshes the feed now, within its upstream's limits.
struct RefreshForm {
    let feed: Feed
    /// What the page shows of the feed: `?limit=100`, or nothing.
    var query = ""
    /// Where the reader returns: a local path.
    let destination: String

    var html: HTML {
        """
        <form class="refresh" method="post" action="/refresh">\(Hidden("feed", feed.address + query).html)\
        \(Hidden("return", destination).html)<button class="button quiet" title="Refresh from \(feed.upstream.answerer) (r)">\
        \(Icon.refresh.html)<span class="words">Refresh</span><span class="again">Try again</span></button></form>
        """
    }
}
