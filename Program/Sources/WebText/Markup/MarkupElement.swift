/// An element of markup that readers see; everything else is dropped or shown as text.
enum MarkupElement: Hashable, Sendable {
    case paragraph, heading, preformatted, quote
    case bulletedList, numberedList(from: Int), item
    case definitionList, term, definition
    case figure, figureCaption
    case table, tableCaption, row, cell(isHeader: Bool)
    case strong, emphasis, code, deleted, superscript, subscripted
    case link(LinkAddress)

    /// Whether an end tag of that element closes this one.
    func isClosed(by other: MarkupElement) -> Bool {
        switch (self, other) {
        case (.numberedList, .numberedList), (.cell, .cell): true
        default: self == other
        }
    }

    var isLink: Bool {
        if case .link = self { true } else { false }
    }

    /// Whether it contains nothing but text and inline elements.
    var isLeaf: Bool {
        switch self {
        case .paragraph, .heading, .preformatted: true
        default: false
        }
    }

    /// Whether text directly inside stands in a paragraph of its own.
    var wrapsText: Bool {
        switch self {
        case .quote, .figure: true
        default: false
        }
    }

    /// The element that anything directly inside must stand in.
    var requiredChild: MarkupElement? {
        switch self {
        case .bulletedList, .numberedList: .item
        case .definitionList: .definition
        case .table: .row
        case .row: .cell(isHeader: false)
        default: nil
        }
    }

    /// Whether the element may stand directly in `parent`, and nowhere else.
    func belongs(in parent: MarkupElement) -> Bool {
        switch (self, parent) {
        case (.item, .bulletedList), (.item, .numberedList), (.term, .definitionList), (.definition, .definitionList),
            (.figureCaption, .figure), (.tableCaption, .table), (.row, .table), (.cell, .row):
            true
        default: false
        }
    }
}

/// A file that markup shows in its place.
enum MarkupMedia: String, Sendable {
    case image = "Image"
    case video = "Video"
    case audio = "Audio"

    /// "Image: a lighthouse"
    func words(_ description: String) -> String { description.isEmpty ? rawValue : rawValue + ": " + description }
}
