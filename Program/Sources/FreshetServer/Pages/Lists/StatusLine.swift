import Feeds
import Platform
import WebText

/// The freshness of a feed in words: "Checked 12 s ago", "Stale since 10:32: no answer within 10 s".
struct StatusLine {
    let feed: Feed
    let state: FeedState
    let site: PageContext

    var html: HTML {
        var parts = [freshness]
        // Counts are of what the reader follows, as everywhere.
        if site.followed(feed) != nil, state.unreadCount > 0, state.items.contains(where: \.entry.isMarkable) {
            parts.append("<span class=\"count-unread\">\(state.unreadCount.grouped) unread</span>")
        }
        if state.mutedCount > 0 {
            parts.append("<a href=\"\(feed.address)?muted=1\">\(state.mutedCount) muted</a>")
        }
        if state.skipped > 0 {
            let items: HTML = state.skipped == 1 ? "item" : "items"
            parts.append(
                "<span title=\"Unreadable or deleted\">\(state.skipped) \(items) unavailable</span>")
        }
        let remarks: [HTML] = state.remarks.prefix(3).map {
            "<span class=\"remark\">\(SafeText($0, atMost: 300).html)</span>"
        }
        return "\(parts.joined(separator: "<span aria-hidden=\"true\"> · </span>"))\(remarks)"
    }

    private var freshness: HTML {
        let ago: HTML? = state.fetchedAt.map { ", \(self.ago($0))" }
        switch state.freshness {
        case .stored: return state.fetchedAt == nil ? word("Nothing stored yet") : "\(word("Stored"))\(ago)"
        case .refreshing(nil): return "\(word("Refreshing"))…"
        case .refreshing(let progress?):
            return "\(word("Refreshing")), \(progress.done) of \(progress.total) \(progress.unit)"
        case .fresh: return "\(word("Checked"))\(state.fetchedAt.map { " \(self.ago($0))" as HTML })"
        case .stale(let error):
            guard let fetchedAt = state.fetchedAt else { return "\(word("Unavailable")): \(reason(error))" }
            if error.isMissingFeed { return "\(word("Missing")), was there \(self.ago(fetchedAt)): \(reason(error))" }
            return "\(word("Stale")) since \(Instant(fetchedAt).html(.clock, site.now)): \(reason(error))"
        }
    }

    /// An age changes by itself, which screen readers shouldn't announce.
    private func ago(_ date: Date) -> HTML { "<span aria-live=\"off\">\(Instant(date).html(.ago, site.now))</span>" }

    /// With the date of the items, for a page that can't reach the server.
    private func word(_ word: HTML) -> HTML {
        let updated: HTML? = state.fetchedAt.map { " data-updated=\"\($0.internetDateTime)\"" }
        return "<b class=\"word\"\(updated)>\(word)</b>"
    }

    private func reason(_ error: FeedError) -> HTML {
        let retry = error.retryAt.map { Instant($0).html(.clock, site.now) }
        if error.kind == "rateLimited" {
            let reset: HTML? = retry.map { ". Resets at \($0)" }
            let isOver = error.retryAt.map { $0 <= site.now } ?? true
            return
                "<span class=\"\(isOver ? "over" : "limited")\">\(feed.upstream.menu.isEmpty ? "Rate" : "\(feed.upstream.name) rate") limit reached\(reset)</span>"
        }
        let hint: HTML =
            switch error.remedy {
            case .credentials: ". A token may help: see <a href=\"/help#token\">Help</a>"
            case .changeRequest: "<span class=\"hopeless\"></span>"
            case .tryLater: retry.map { ". Next attempt at \($0)" } ?? ""
            }
        return "\(SafeText(error.message, atMost: 400).html)\(hint)"
    }
}

extension Freshness {
    /// The word for the style sheet and the script: `fresh`, `stored`, `refreshing` or `stale`.
    var word: String {
        switch self {
        case .stored: "stored"
        case .refreshing: "refreshing"
        case .fresh: "fresh"
        case .stale: "stale"
        }
    }
}
