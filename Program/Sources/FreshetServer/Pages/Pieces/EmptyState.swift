import Feeds
import WebText

/// What a list without items shows; the style sheet picks the part that applies.
struct EmptyState {
    let feed: Feed
    /// Whether the list is a part of the home page.
    var isDigest = false
    /// Whether the list is of unread items.
    var isUnreadOnly = false

    private var empty: HTML {
        isUnreadOnly
            ? "<p class=\"lede\">All caught up.</p><p><a href=\"\(feed.address)\">Show all items</a></p>"
            : "<p class=\"lede\">\(SafeText(feed.description.emptyMessage).text)</p>"
    }

    var html: HTML {
        let line: HTML = "<span class=\"bone\"></span>"
        let bones = Array(repeating: line, count: isDigest ? 3 : 7)
        let filtered: HTML? =
            isDigest
            ? nil
            : """
            <div class="when-filtered"><p class="lede">Nothing in this list matches.</p><p><a href="\(feed.address)">Clear the filter</a></p></div>
            """
        return """
            <div class="empty"><div class="when-waiting"><p>\(feed.upstream.waiting)</p><div class="skeleton" aria-hidden="true">\(bones)</div></div>\
            <div class="when-empty">\(empty)</div>\
            <div class="when-failed"><p class="lede">Nothing stored yet.</p>\
            <p>Items appear here as soon as \(feed.upstream.name) responds.</p></div>\(filtered)</div>
            """
    }
}
