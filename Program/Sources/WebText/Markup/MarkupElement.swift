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

    /// Returns true if an end tag of another element closes this one.
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

    /// True if it contains only text and inline elements.
    var isLeaf: Bool {
        switch self {
        case .paragraph, .heading, .preformatted: true
        default: false
        }
    }

    /// True if text directly inside it forms a paragraph.
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

    /// Returns true if the element is allowed directly in `parent`, and only there.
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

/// The meaning of HTML's element names for a reader of text.
enum MarkupElements {
    /// The effect of a tag.
    enum Role {
        case block(MarkupElement)
        /// A block that is only allowed in certain other blocks.
        case part(MarkupElement)
        case inline(MarkupElement)
        case orderedList, link, lineBreak, rule, quotation, details, code, abbreviation
        /// Characters with their readings.
        case ruby
        /// A formula.
        case formula
        case media(MarkupMedia)
        /// An embedded page, whose content is raw text.
        case frame
        /// Has the candidates of a picture.
        case pictureSource
        /// Separates blocks without being shown.
        case boundary
        /// Has content that isn't for readers.
        case silent
        /// Only the content is shown.
        case transparent
    }

    /// Elements whose content is raw text.
    static let raw: Set<String> = ["script", "style", "iframe", "textarea", "title", "xmp", "noembed", "noframes"]

    /// Elements without content.
    static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]

    /// The role of the element with a name; nil if HTML doesn't know it.
    static func role(of name: String) -> Role? { roles[name] }

    private static let roles: [String: Role] = {
        var roles: [String: Role] = [
            "p": .block(.paragraph), "pre": .block(.preformatted), "blockquote": .block(.quote),
            "ul": .block(.bulletedList), "menu": .block(.bulletedList), "dir": .block(.bulletedList),
            "ol": .orderedList, "dl": .block(.definitionList), "figure": .block(.figure), "table": .block(.table),
            "li": .part(.item), "dt": .part(.term), "dd": .part(.definition), "figcaption": .part(.figureCaption),
            "summary": .part(.summary), "details": .details, "math": .formula,
            "caption": .part(.tableCaption), "tr": .part(.row), "td": .part(.cell(isHeader: false)),
            "th": .part(.cell(isHeader: true)),
            "sup": .inline(.superscript), "sub": .inline(.subscripted),
            "a": .link, "br": .lineBreak, "hr": .rule, "q": .quotation,
            "img": .media(.image), "video": .media(.video), "audio": .media(.audio),
            "source": .pictureSource, "iframe": .frame,
        ]
        func add(_ names: String, _ role: Role) {
            for name in names.split(separator: " ") { roles[String(name)] = role }
        }
        for level in 1...6 { roles["h\(level)"] = .block(.heading(level: level)) }
        add("b strong", .inline(.strong))
        add("i em cite dfn var", .inline(.emphasis))
        add("code kbd samp tt", .code)
        add("del s strike", .inline(.deleted))
        add("mark", .inline(.highlighted))
        add("abbr acronym", .abbreviation)
        add("ruby rb rt rtc rp", .ruby)
        add(
            "address article aside center dialog div fieldset footer form header hgroup legend main nav search "
                + "section tbody tfoot thead",
            .boundary)
        add(
            "script style template noscript textarea title xmp noembed noframes svg annotation annotation-xml applet "
                + "button canvas datalist object optgroup option select",
            .silent)
        add(
            "area base bdi bdo big body col colgroup data embed font head html input ins label link map meta output param "
                + "picture progress small span time track u wbr",
            .transparent)
        return roles
    }()
}

/// The programming language of code, as highlighters write it into classes: `language-swift`.
enum CodeLanguage {
    private static let prefixes = ["language-", "lang-", "highlight-source-"]

    /// The language that an element's attributes name; nil for none.
    static func name(in attributes: MarkupAttributes) -> String? {
        let classes = (attributes["class"] ?? "").split(whereSeparator: \.isWhitespace)
        let named = classes.lazy.compactMap { name in
            prefixes.first { name.lowercased().hasPrefix($0) }.map { String(name.dropFirst($0.count)) }
        }
        return (named.first ?? attributes["data-lang"] ?? attributes["data-language"]).flatMap(checked)
    }

    /// The name if it is safe in a class.
    private static func checked(_ name: String) -> String? {
        let isSafe = name.utf8.allSatisfy { $0.isLetter || (0x30...0x39).contains($0) || "+#._-".utf8.contains($0) }
        return isSafe && (1...30).contains(name.utf8.count) ? name : nil
    }
}

/// Receives well-formed markup: every element that begins also ends, in order.
///
/// Each element contains text. Blocks are only where HTML allows them.
protocol MarkupOutput {
    mutating func begin(_ element: MarkupElement)
    mutating func end(_ element: MarkupElement)
    /// Text without harmful characters. It contains line feeds only in `preformatted`.
    mutating func text(_ text: String)
    mutating func lineBreak()
    mutating func rule()
    /// A picture, video or audio; a link to its address encloses it.
    mutating func media(_ kind: MarkupMedia, _ description: String)
    /// Returns the place of a picture on the reader's server; nil to show a link instead.
    func served(_ picture: WebAddress) -> ServedPicture?
    /// A picture that the reader's server shows.
    mutating func picture(_ picture: MarkupImage, as served: ServedPicture)
    /// True if further markup would change nothing.
    var isFull: Bool { get }
}

extension MarkupOutput {
    func served(_ picture: WebAddress) -> ServedPicture? { nil }
    mutating func picture(_ picture: MarkupImage, as served: ServedPicture) {}
    var isFull: Bool { false }
}
