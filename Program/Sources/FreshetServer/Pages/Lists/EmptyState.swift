import FeedStore
import Feeds
import Platform
import WebText

/// What a list without items shows; the style sheet picks the part that applies.
struct EmptyState {
    let feed: Feed
    /// What the list is restricted to.
    var filter = ItemFilter()
    /// The number of items that rules hide.
    var mutedCount = 0

    private var empty: HTML {
        if filter.kind != nil { return noMatch }
        if filter.isUnreadOnly {
            return EmptyNote(
                reason: "All caught up.", advice: "New items of this feed appear here.",
                action: .link(feed.address, "Show all items")
            ).html
        }
        if mutedCount == 0 {
            return EmptyNote(
                reason: "\(SafeText(feed.description.emptyMessage).text)", advice: "New items appear here.",
                action: page
            ).html
        }
        let hidden: HTML =
            mutedCount == 1 ? "Your rules hide the only item." : "Your rules hide all \(mutedCount) items."
        return EmptyNote(reason: hidden, action: .link(feed.address + "?muted=1", "Show muted items")).html
    }

    private var noMatch: HTML {
        EmptyNote(
            reason: "Nothing in this list matches.", action: .link(feed.address, "Clear the filter")
        ).html
    }

    /// The feed's page on the web, or else this page again.
    private var page: EmptyNote.Action {
        guard let page = feed.description.page.flatMap({ WebAddress($0) }) else {
            return .link(feed.address, "Check again")
        }
        return .site(page, "Open \(feed.upstream.answerer)")
    }

    private var failed: HTML {
        EmptyNote(
            reason: "Nothing stored yet.", advice: "Items appear here as soon as \(feed.upstream.answerer) responds.",
            action: .link(feed.address, "Check again")
        ).html
    }

    var html: HTML {
        let line: HTML = "<span class=\"bone\"></span>"
        let bones = Array(repeating: line, count: 7)
        return """
            <div class="empty"><div class="when-waiting"><p>\(feed.upstream.waiting)</p><div class="skeleton" aria-hidden="true">\(bones)</div></div>\
            <div class="when-empty">\(empty)</div>\
            <div class="when-failed">\(failed)</div><div class="when-filtered">\(noMatch)</div></div>
            """
    }
}

extension Upstream {
    /// Who answers requests: a service by its name, or the site that a feed of the web is from.
    var answerer: String { menu.isEmpty ? "the site" : name }
}
