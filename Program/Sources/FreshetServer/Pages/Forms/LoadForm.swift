import Feeds
import WebText

/// The button that loads a feed, on pages that may not request it by themselves.
struct LoadForm {
    let feed: Feed
    let title: String
    /// What the page shows of the feed: `?limit=100`, or nothing.
    let query: String
    /// Where the reader returns: a local path.
    let destination: String

    var html: HTML {
        """
        <div class="notice"><p>Loading this feed makes a request to \(feed.upstream.answerer).</p>\
        <form class="load" method="post" action="/refresh">\(Hidden("feed", feed.address + query).html)\
        \(Hidden("return", destination).html)<button class="button strong"><span>Load \(SafeText(title, atMost: 200).html)</span></button></form></div>
        """
    }
}
