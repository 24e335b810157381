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
    /// When its item arrived or had its latest activity; nil if it isn't stored yet, and for rows without an item.
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

    /// Changes when the row does, unless only its rank does.
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
    /// Whether readers see it; the page can sort by it in any case.
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
