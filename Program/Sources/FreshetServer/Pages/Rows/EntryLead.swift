import Feeds
import WebText

/// The start of a row, after its rank: a picture, a measure, a state or a word.
struct EntryLead {
    let entry: Entry
    /// The feed that lists the entry, where the list is of several feeds.
    var source: EntrySource?
    let site: Site

    var html: HTML {
        switch entry.lead {
        case .none: source.map { FeedMark($0.feed, titled: $0.title).standalone } ?? ""
        case .avatar: Portrait(author: entry.author, site: site).html
        case .measure: measure
        case .state: entry.isOpen == false ? Self.closed : Self.open
        case .word(let word): "<span class=\"points word\">\(SafeText(word, atMost: 12).html)</span>"
        }
    }

    private var measure: HTML {
        guard let measure = entry.measures.first, measure.value != nil else { return "<span class=\"points\"></span>" }
        let unit = measure.value == 1 ? measure.unit.singular : measure.unit.plural
        return "<span class=\"points\"><b>\(measure.number)</b> <span>\(SafeText(unit, atMost: 20).text)</span></span>"
    }

    private static let open: HTML =
        "<svg class=\"shape open\" viewBox=\"0 0 20 20\" width=\"20\" height=\"20\" aria-hidden=\"true\"><circle cx=\"10\" cy=\"10\" r=\"6\"/></svg>"
    private static let closed: HTML =
        "<svg class=\"shape closed\" viewBox=\"0 0 20 20\" width=\"20\" height=\"20\" aria-hidden=\"true\"><rect x=\"5\" y=\"5\" width=\"10\" height=\"10\" rx=\"1\"/></svg>"
}

/// An author's picture over their initials, which show until it has loaded.
struct Portrait {
    let author: Entry.Author?
    let site: Site

    var html: HTML {
        let picture: HTML? = author.flatMap(site.avatar).map {
            "<img src=\"\($0)\" width=\"36\" height=\"36\" loading=\"lazy\" decoding=\"async\" alt=\"\">"
        }
        let initials = Initials(of: SafeText(author?.name ?? "").text).letters
        return "<span class=\"portrait\" aria-hidden=\"true\">\(initials)\(picture)</span>"
    }
}
