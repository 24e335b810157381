/// The meaning of HTML's element names for a reader of text.
enum MarkupElements {
    /// What to do with a tag.
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

    /// What to do with an element of that name; nil if HTML doesn't know it.
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
