import FeedStore
import Feeds
import WebText

/// What a list without items shows; the style sheet picks the part that applies.
struct EmptyState {
    let feed: Feed
    /// Whether the list is a part of the home page.
    var isSection = false
    /// What the list is restricted to.
    var filter = ItemFilter()
    /// The number of items that rules hide.
    var mutedCount = 0

    private var empty: HTML {
        if filter.kind != nil { return noMatch }
        if filter.isUnreadOnly {
            return "<p class=\"lede\">All caught up.</p><p><a href=\"\(feed.address)\">Show all items</a></p>"
        }
        if mutedCount == 0 { return "<p class=\"lede\">\(SafeText(feed.description.emptyMessage).text)</p>" }
        let hidden: HTML =
            mutedCount == 1 ? "Your rules hide the only item." : "Your rules hide all \(mutedCount) items."
        return "<p class=\"lede\">\(hidden)</p><p><a href=\"\(feed.address)?muted=1\">Show muted items</a></p>"
    }

    private var noMatch: HTML {
        "<p class=\"lede\">Nothing in this list matches.</p><p><a href=\"\(feed.address)\">Clear the filter</a></p>"
    }

    var html: HTML {
        let line: HTML = "<span class=\"bone\"></span>"
        let bones = Array(repeating: line, count: isSection ? 3 : 7)
        let filtered: HTML? = isSection ? nil : "<div class=\"when-filtered\">\(noMatch)</div>"
        return """
            <div class="empty"><div class="when-waiting"><p>\(feed.upstream.waiting)</p><div class="skeleton" aria-hidden="true">\(bones)</div></div>\
            <div class="when-empty">\(empty)</div>\
            <div class="when-failed"><p class="lede">Nothing stored yet.</p>\
            <p>Items appear here as soon as \(feed.upstream.answerer) responds.</p></div>\(filtered)</div>
            """
    }
}

extension Upstream {
    /// Who answers requests: a service by its name, or the site that a feed of the web is from.
    var answerer: String { menu.isEmpty ? "the site" : name }
}
