import Feeds
import WebText

/// Whether a list shows unread items only, or all: two links.
struct UnreadLinks {
    let feed: Feed
    let query: PageQuery

    var html: HTML {
        """
        <div class="scope" role="group" aria-label="Items">\(link("Unread only", isUnreadOnly: true))\
        \(link("All", isUnreadOnly: false))</div>
        """
    }

    private func link(_ name: HTML, isUnreadOnly: Bool) -> HTML {
        var query = query
        query.isUnreadOnly = isUnreadOnly
        let current: HTML? = query == self.query ? " aria-current=\"true\"" : nil
        return "<a href=\"\(feed.address)\(query.text(feed.controls))\"\(current)>\(name)</a>"
    }
}
