/// How much of the feed the page shows, and the way to more.
struct More {
    let address: FeedAddress
    let query: PageQuery
    let count: (shown: Int, total: Int)

    var html: HTML {
        let next = min(query.limit + max(PageQuery.limit(for: address), 50), PageQuery.maximum(for: address))
        var more = query
        more.limit = next
        let hasMore = next > query.limit && (count.total > count.shown || count.shown >= query.limit)
        let link: HTML? =
            hasMore
            ? "<a class=\"button\" href=\"\(address.path)\(more.text(for: address))\">Show \(next - query.limit) more</a>"
            : nil
        let words: HTML? =
            count.shown == 0
            ? nil
            : count.total > count.shown
                ? "<span>\(count.shown) of \(count.total)</span>" : "<span>\(count.shown) in all</span>"
        return
            "<div class=\"more\">\(link)\(hasMore || address == .planet ? (count.total > count.shown ? words : nil) : words)</div>"
    }
}
