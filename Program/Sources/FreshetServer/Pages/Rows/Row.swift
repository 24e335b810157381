import Feeds
import Platform
import WebText

/// One line of a list, ready to be shown.
struct Row: Sendable, Hashable {
    enum Kind: Sendable {
        /// A row of an item, which can be marked.
        case item
        /// A row that leads to a feed.
        case heading
        /// A line between rows.
        case line
    }

    /// The element's id, unique on the page and the same each time the item is shown.
    let id: String
    let kind: Kind
    /// True if the page's filters exclude it.
    let isHidden: Bool
    /// Its rank, which changes more often than the rest.
    let rank: Rank?
    /// Its marker on the map.
    let marker: HTML?
    /// The time of its item's arrival or latest activity; nil for rows without a stored item.
    let arrivedAt: Date?
    /// The list element, as far as the rank and from there on.
    private let start, end: HTML

    init(id: String, kind: Kind = .line, isHidden: Bool = false, html: HTML) {
        self.init(
            id: id, kind: kind, isHidden: isHidden, start: html, rank: nil, end: "", marker: nil, arrivedAt: nil)
    }

    init(
        id: String, kind: Kind, isHidden: Bool, start: HTML, rank: Rank?, end: HTML, marker: HTML?, arrivedAt: Date?
    ) {
        self.id = id
        self.kind = kind
        self.isHidden = isHidden
        self.start = start
        self.rank = rank
        self.end = end
        self.marker = marker
        self.arrivedAt = arrivedAt
    }

    /// The list element.
    var html: HTML { "\(start)\(rank?.html)\(end)" }

    /// A hash that changes with the row, except for the number of its rank.
    var contentHash: Int {
        var hasher = Hasher()
        hasher.combine(start)
        hasher.combine(end)
        hasher.combine(rank?.isShown)
        hasher.combine(marker)
        return hasher.finalize()
    }
}

extension [Row] {
    /// The classes of a list's element that follow from its rows, after a space; the page's script keeps them up to date.
    ///
    /// The style sheet doesn't find them out by `:has()`: browsers would match it again for each change of a row.
    var listClasses: HTML {
        """
        \(isEmpty ? " is-empty" : nil as HTML?)\(contains { $0.kind == .item } ? nil : " is-unmarkable" as HTML?)\
        \(!isEmpty && allSatisfy(\.isHidden) ? " is-filtered-out" : nil as HTML?)\
        \(contains { $0.kind == .heading } ? " has-headings" : nil as HTML?)
        """
    }
}

/// The place of an item in the upstream's order.
struct Rank: Sendable, Hashable {
    /// From 1.
    let number: Int
    /// True if readers see it. The page can sort by it in any case.
    let isShown: Bool

    var html: HTML {
        """
        <data class="rank" value="\(number)"\(isShown ? "" : " hidden" as HTML)>\
        <span class="visually-hidden">Rank </span>\(number)</data>
        """
    }
}

extension String {
    /// The text as an element id: unique if the text is, of ASCII letters, digits, `_`, `-` and `.` alone.
    var elementID: String {
        var result = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default: result += ".\(byte)."
            }
        }
        return result
    }
}

/// The values that the rows of one list share, besides their items. Lives as long as they are made.
struct RowOptions: Sendable {
    /// The feed whose page it is; nil for lists of several feeds.
    var feed: Feed?
    /// The title under which the page shows the feed.
    var title: String?
    /// The query of the page; nil for lists without a filter.
    var query: PageQuery?
    /// The list whose older items a row's button marks as read; nil for lists that have no such button.
    var older: MarkTarget?
    let site: PageContext
    /// The local path to return to after an action.
    let returnPath: String
    /// The id of the list's ``MarkForm``, which no other list of the page has.
    var form = "marks"
    /// The end of the last visit, in trees, where a line can't show it.
    var lastVisitAt: Date?
    /// The largest first measure in the list, which has the longest bar.
    var largest = 0.0

    /// The scope of all items of the list; nil if they may have several.
    var scope: String? { feed?.description.scope }

    /// Returns true if the page's query leaves an entry out.
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

/// The texts of a list's items, by the ids of their rows.
///
/// The page's script requests them after the page, so that items open without a request.
struct RowTexts: JSONDocument {
    private let texts: [String: String]

    /// - Parameter prefix: the path below which readers reach the server.
    init(_ rows: some Sequence<EntryRow>, below prefix: PathPrefix) {
        texts = Dictionary(
            rows.lazy.compactMap(\.text).map { ($0.rowID, prefix.added(to: $0.markup).description) }
        ) { first, _ in first }
    }
}

/// The address from which the page's script requests the texts of a list.
struct TextsLink {
    /// The path of the list, with its query.
    let list: String

    /// The attribute of the list's element.
    var attribute: HTML { " data-texts=\"\(list)\(list.contains("?") ? "&" : "?")part=texts\"" }
}
