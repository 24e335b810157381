import Platform
import WebText

/// One line of a list, ready to be shown.
struct Row: Sendable, Hashable {
    /// The element's id, unique on the page and the same each time the item is shown.
    let id: String
    /// Its rank, which changes more often than the rest.
    let rank: Rank?
    /// Its marker on the map.
    let marker: HTML?
    /// When its item arrived or had its latest activity; nil if it isn't stored yet, and for rows without an item.
    let arrivedAt: Date?
    /// The list element, as far as the rank and from there on.
    private let start, end: HTML

    init(id: String, html: HTML) { self.init(id: id, start: html, rank: nil, end: "", marker: nil, arrivedAt: nil) }

    init(id: String, start: HTML, rank: Rank?, end: HTML, marker: HTML?, arrivedAt: Date?) {
        self.id = id
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
