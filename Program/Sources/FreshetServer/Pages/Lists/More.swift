import Feeds
import WebText

/// How many items the page shows, and the link to more of them.
struct More {
    let feed: Feed
    let query: PageQuery
    let shown: Int
    let total: Int

    /// True if scrolling loads more items: they are stored, so a longer list costs the upstream no request.
    private var isLoadedByScrolling: Bool { feed.description.hasOwnIcon && total > shown }

    var html: HTML {
        let controls = feed.controls
        let next = min(query.limit + max(controls.pageLimit, 50), controls.maximum)
        var more = query
        more.limit = next
        let hasMore = next > query.limit && (total > shown || shown >= query.limit)
        let link: HTML? =
            hasMore
            ? "<a class=\"button\"\(isLoadedByScrolling ? " rel=\"next\"" : nil as HTML?) href=\"\(feed.address)\(more.text(controls))\">Show \(next - query.limit) more</a>"
            : nil
        let words: HTML? =
            shown == 0
            ? nil
            : total > shown
                ? "<span>\(shown.grouped) of \(total.grouped)</span>"
                : hasMore ? nil : "<span>\(shown.grouped) in all</span>"
        return "<div class=\"more\">\(link)\(words)</div>"
    }
}
