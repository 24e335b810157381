import Feeds
import Platform

/// What the rows of one list are made with, besides their items. Lives as long as they are made.
struct RowOptions: Sendable {
    /// The feed whose page it is; nil for lists of several feeds.
    var feed: Feed?
    /// The title under which the page shows the feed.
    var title: String?
    /// What the page shows; nil for lists without a filter.
    var query: PageQuery?
    /// The list whose older items a row's button marks as read; nil for lists that have no such button.
    var older: MarkTarget?
    let site: Site
    /// Where the reader returns after an action: a local path.
    let destination: String
    /// The id of the list's ``MarkForm``, which no other list of the page has.
    var form = "marks"
    /// When the last visit ended, in trees, where a line can't show it.
    var lastVisitAt: Date?
    /// The largest first measure in the list, which has the longest bar.
    var largest = 0.0

    /// The scope of all items of the list; nil if they may have several.
    var scope: String? { feed?.description.scope }

    /// Whether the page's query leaves an entry out.
    func hides(_ entry: Entry) -> Bool {
        guard let query else { return false }
        if let kind = query.kind, kind != entry.kind.id { return true }
        if let days = query.days, feed?.filtersDaysOnPage == true, let closed = entry.closed,
            closed < site.now - 86_400 * Double(days)
        {
            return true
        }
        return !query.matches(
            ([entry.plainTitle, entry.source ?? "", entry.author?.name ?? "", entry.kind.name] + entry.facts.map(\.text))
                .joined(separator: " "))
    }
}
