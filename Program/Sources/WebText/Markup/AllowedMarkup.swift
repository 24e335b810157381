/// Untrusted markup reduced to safe elements: text, lists, quotations, tables, code and links.
///
/// The result is well-formed HTML that loads nothing but pictures that are given a path. The only attributes are checked
/// addresses, a list's start, the text direction, the language of code, the meaning of an abbreviation, the `open` of
/// details, and a picture's descriptions and size. Other pictures, video and audio become links, and formulas text.
/// Depth, elements and links are limited.
package struct AllowedMarkup: Sendable, Hashable {
    /// The reduced markup, safe in any HTML page.
    package let html: String
    /// The first picture that is larger than a symbol; nil if it has none.
    package let firstPicture: ServedPicture?

    /// Reads at most `length` bytes of `markup`.
    ///
    /// - Parameters:
    ///   - headingLevel: the level of the highest headings, below which the others are nested; nil keeps the levels.
    ///   - picture: returns the place of a picture on the reader's own server, by its address; nil for a link.
    package init(
        _ markup: String, atMost length: Int = 64_000, headingLevel: Int? = nil,
        picture: @escaping (WebAddress) -> ServedPicture? = { _ in nil }
    ) {
        let highest = headingLevel == nil ? nil : Self.highestHeading(in: markup, atMost: length)
        let offset = highest.flatMap { highest in headingLevel.map { $0 - highest } } ?? 0
        let writer = AllowedMarkupWriter(headingOffset: offset, picture: picture)
        let written = MarkupReader.read(markup, atMost: length, into: writer)
        html = written.html
        firstPicture = written.firstPicture
    }

    /// The highest level of a heading; nil without one.
    private static func highestHeading(in markup: String, atMost length: Int) -> Int? {
        let bytes = Array(markup.utf8.prefix(length))
        var highest: Int?
        for index in bytes.indices.dropLast(3)
        where bytes[index] == UInt8(ascii: "<") && bytes[index + 1] | 0x20 == UInt8(ascii: "h") {
            let level = Int(bytes[index + 2]) - Int(UInt8(ascii: "0"))
            guard (1...6).contains(level), !bytes[index + 3].isLetter else { continue }
            highest = min(highest ?? level, level)
        }
        return highest
    }
}

/// A writer of HTML.
struct AllowedMarkupWriter: MarkupOutput {
    private(set) var html = ""
    /// The difference between a heading's level here and in the source.
    private let headingOffset: Int
    /// The largest side of a picture that replaces a character, in pixels.
    private static let symbolSize = 48

    /// The first picture that is larger than a symbol.
    private(set) var firstPicture: ServedPicture?

    private let picture: (WebAddress) -> ServedPicture?

    init(headingOffset: Int, picture: @escaping (WebAddress) -> ServedPicture?) {
        self.headingOffset = headingOffset
        self.picture = picture
    }

    mutating func begin(_ element: MarkupElement) {
        switch element {
        case .numberedList(let first) where first != 1: html += "<ol start=\"\(first)\">"
        case .link(let address):
            html += "<a href=\"\(address.text.escapedForMarkup)\" rel=\"noopener noreferrer nofollow\">"
        case .code(let language?): html += "<code class=\"language-\(language.escapedForMarkup)\">"
        case .abbreviation(let title): html += "<abbr title=\"\(title.escapedForMarkup)\">"
        case .details(isOpen: true): html += "<details open>"
        case .paragraph, .heading, .item, .term, .definition, .figureCaption, .summary, .tableCaption, .cell:
            html += "<\(name(of: element)) dir=\"auto\">"
        // They scroll sideways, with the keyboard too.
        case .preformatted, .table: html += "<\(name(of: element)) tabindex=\"0\">"
        default: html += "<\(name(of: element))>"
        }
    }

    mutating func end(_ element: MarkupElement) { html += "</\(name(of: element))>" }

    mutating func text(_ text: String) { html += text.escapedForMarkup }

    mutating func lineBreak() { html += "<br>" }

    mutating func rule() { html += "<hr>" }

    mutating func media(_ kind: MarkupMedia, _ description: String) { html += kind.words(description).escapedForMarkup }

    func served(_ picture: WebAddress) -> ServedPicture? { self.picture(picture) }

    mutating func picture(_ picture: MarkupImage, as served: ServedPicture) {
        let size = picture.size(of: served)
        if firstPicture == nil, size.map({ min($0.width, $0.height) >= Self.symbolSize }) ?? true {
            firstPicture = ServedPicture(path: served.path, size: size)
        }
        html += "<img src=\"\(served.path.escapedForMarkup)\" alt=\"\(picture.description.escapedForMarkup)\""
        if let title = picture.title { html += " title=\"\(title.escapedForMarkup)\"" }
        if let size { html += " width=\"\(size.width)\" height=\"\(size.height)\"" }
        html += " loading=\"lazy\" decoding=\"async\">"
    }

    private func name(of element: MarkupElement) -> String {
        switch element {
        case .paragraph: "p"
        case .heading(let level): "h\(min(max(level + headingOffset, 1), 6))"
        case .preformatted: "pre"
        case .quote: "blockquote"
        case .bulletedList: "ul"
        case .numberedList: "ol"
        case .item: "li"
        case .definitionList: "dl"
        case .term: "dt"
        case .definition: "dd"
        case .figure: "figure"
        case .figureCaption: "figcaption"
        case .details: "details"
        case .summary: "summary"
        case .table: "table"
        case .tableCaption: "caption"
        case .row: "tr"
        case .cell(let isHeader): isHeader ? "th" : "td"
        case .strong: "strong"
        case .emphasis: "em"
        case .code: "code"
        case .deleted: "del"
        case .highlighted: "mark"
        case .abbreviation: "abbr"
        case .superscript: "sup"
        case .subscripted: "sub"
        case .link: "a"
        }
    }
}
