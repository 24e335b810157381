import FeedStore
import Feeds
import Platform
import WebText

/// The content of a list without items. The style sheet shows the part that applies.
struct EmptyState {
    let feed: Feed
    /// The restriction of the list.
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
    /// The name of a service that answers requests, or “the site” for feeds of the web.
    var answerer: String { menu.isEmpty ? "the site" : name }
}

/// The note in place of a list without items: why it is empty, what will appear there, and the one thing to do.
struct EmptyNote {
    /// An action of the reader.
    enum Action {
        /// Open a page of this server; the words are the link's.
        case link(String, HTML)
        /// Open a page of another site.
        case site(WebAddress, HTML)
        /// Fill in a form.
        case form(HTML)

        fileprivate var html: HTML {
            switch self {
            case .link(let address, let words): "<p><a class=\"button\" href=\"\(address)\">\(words)</a></p>"
            case .site(let address, let words): "<p>\(address.link(words, class: "button"))</p>"
            case .form(let form): form
            }
        }
    }

    /// The reason why the list is empty, as a sentence.
    let reason: HTML
    /// A sentence about the items that will appear there; nil if the reason includes it.
    var advice: HTML?
    let action: Action
    /// True if the page's script hides it while the list has items.
    var isLive = false

    var html: HTML {
        let live: HTML? = isLive ? " when-none" : nil
        return
            "<div class=\"nothing\(live)\"><p class=\"lede\">\(reason)</p>\(advice.map { "<p>\($0)</p>" as HTML })\(action.html)</div>"
    }

    /// The link to items that can be saved or labelled.
    static let choosing = Action.link("/unread", "Choose an unread item")

    /// No unread items are left in a list that receives new ones.
    static func caughtUp(
        _ action: Action = .link("/search?q=is%3Aread&sort=date", "Show read items")
    ) -> EmptyNote {
        EmptyNote(
            reason: "All caught up.", advice: "New items of the feeds you follow appear here.", action: action,
            isLive: true)
    }
}
