/// A visible element of markup; other elements are dropped or become text.
enum MarkupElement: Hashable, Sendable {
    case paragraph, heading(level: Int), preformatted, quote
    case bulletedList, numberedList(from: Int), item
    case definitionList, term, definition
    case figure, figureCaption
    case table, tableCaption, row, cell(isHeader: Bool)
    case details(isOpen: Bool), summary
    case strong, emphasis, code(language: String?), deleted, highlighted, superscript, subscripted
    case abbreviation(of: String)
    case link(LinkAddress)

    /// Whether an end tag of another element closes this one.
    func isClosed(by other: MarkupElement) -> Bool {
        switch (self, other) {
        case (.numberedList, .numberedList), (.cell, .cell), (.heading, .heading), (.details, .details), (.code, .code),
            (.abbreviation, .abbreviation):
            true
        default: self == other
        }
    }

    var isLink: Bool {
        if case .link = self { true } else { false }
    }

    /// Whether it contains only text and inline elements.
    var isLeaf: Bool {
        switch self {
        case .paragraph, .heading, .preformatted: true
        default: false
        }
    }

    /// Whether text directly inside it forms a paragraph.
    var wrapsText: Bool {
        switch self {
        case .quote, .figure, .details: true
        default: false
        }
    }

    /// The element that must enclose anything directly inside.
    var requiredChild: MarkupElement? {
        switch self {
        case .bulletedList, .numberedList: .item
        case .definitionList: .definition
        case .table: .row
        case .row: .cell(isHeader: false)
        default: nil
        }
    }

    /// Whether the element is allowed directly in `parent`, and only there.
    func belongs(in parent: MarkupElement) -> Bool {
        switch (self, parent) {
        case (.item, .bulletedList), (.item, .numberedList), (.term, .definitionList), (.definition, .definitionList),
            (.figureCaption, .figure), (.summary, .details), (.tableCaption, .table), (.row, .table), (.cell, .row):
            true
        default: false
        }
    }
}

/// A file embedded in markup.
enum MarkupMedia: String, Sendable {
    case image = "Image"
    case video = "Video"
    case audio = "Audio"
    case page = "Embedded page"

    /// "Image: a lighthouse"
    func words(_ description: String) -> String { description.isEmpty ? rawValue : rawValue + ": " + description }
}
