import FeedStore
import Feeds
import WebText

/// The items that a page shows of a feed, and their order.
struct PageQuery: Sendable, Hashable {
    /// The maximum number of items.
    var limit: Int
    /// The number of days back; nil for feeds without such a limit.
    var days: Int?
    /// The only kind of item shown, such as `PushEvent`; nil for all.
    var kind: String?
    /// True if read items are left out.
    var isUnreadOnly = false
    /// Words that each shown item has.
    var words: String?
    /// The order of the items.
    var order: ItemOrder
    /// The id of the item that is open; nil if none is.
    var item: String?

    /// The query of an address without one.
    init(_ controls: FeedControls) {
        limit = controls.pageLimit
        days = controls.days?.usual
        order = controls.defaultOrder
    }

    /// The query of pages of a live feed before they filter the chosen items.
    init(_ key: LiveFeed.Key, _ choice: ListChoice) {
        self.init(key.feed.controls)
        limit = key.limit
        days = key.days
        order = choice.order ?? order
        kind = choice.filter.kind
    }

    /// Reads the query of an address; fails with ``BadRequest``.
    init(_ target: Target, _ controls: FeedControls) throws {
        self.init(controls)
        limit = try target.number("limit", in: 1...controls.maximum) ?? limit
        if let range = controls.days?.range { days = try target.number("days", in: range) ?? days }
        words = try target.text("q", atMost: 200)
        item = try target.text("item", atMost: 2000)
        let choice = try ListChoice(target, controls)
        (kind, isUnreadOnly) = (choice.filter.kind, choice.filter.isUnreadOnly)
        order = choice.order ?? order
    }

    /// The query as text, without defaults: `?days=30&q=storm`, or nothing.
    func text(_ controls: FeedControls) -> String {
        let usual = PageQuery(controls)
        var pairs: [String] = []
        if limit != usual.limit { pairs.append("limit=\(limit)") }
        if let days, days != usual.days { pairs.append("days=\(days)") }
        if let kind { pairs.append("type=" + kind.percentEncoded) }
        if let words { pairs.append("q=" + words.percentEncoded) }
        if isUnreadOnly { pairs.append("unread=1") }
        if order != usual.order, let id = controls.order(order)?.id { pairs.append("order=" + id.percentEncoded) }
        if let item { pairs.append("item=" + item.percentEncoded) }
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }

    /// True if the reader has chosen among the items.
    func isNarrowed(_ controls: FeedControls) -> Bool {
        let usual = PageQuery(controls)
        return kind != nil || words != nil || days != usual.days || order != usual.order
    }

    /// The items that the page shows, and their order.
    func choice(_ controls: FeedControls) -> ListChoice {
        var choice = ListChoice()
        if order != controls.defaultOrder { choice.order = order }
        choice.filter = ItemFilter(kind: kind, isUnreadOnly: isUnreadOnly)
        return choice
    }

    /// The query of the page's stream of updates: everything that the page filters by itself.
    ///
    /// It includes read items: the page leaves them out, but keeps those that are read while it is open.
    func live(for feed: Feed) -> PageQuery {
        var live = PageQuery(feed.controls)
        (live.limit, live.order, live.kind) = (limit, order, kind)
        if !feed.filtersDaysOnPage { live.days = days }
        return live
    }

    /// Returns true if a text has all the words, in any case.
    func matches(_ text: @autoclosure () -> String) -> Bool {
        guard let words else { return true }
        let text = text().lowercased()
        return words.lowercased().split(whereSeparator: \.isWhitespace).allSatisfy { text.contains($0) }
    }
}

extension LiveFeed.Key {
    /// The part of a feed that a page needs.
    init(_ feed: Feed, _ query: PageQuery) {
        let live = query.live(for: feed)
        self.init(feed: feed, limit: live.limit, days: live.days)
    }

    /// The part of a feed that a document is of; fails with ``BadRequest``.
    init(_ feed: Feed, _ target: Target) throws {
        let controls = feed.controls
        self.init(
            feed: feed, limit: try target.number("limit", in: 1...controls.maximum) ?? min(50, controls.maximum),
            days: try controls.days.map { try target.number("days", in: $0.range) ?? $0.usual })
    }
}
