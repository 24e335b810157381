/// The meaning of HTML's element names for a reader of text.
enum MarkupElements {
    /// What to do with a tag.
    enum Role {
        case block(MarkupElement)
        /// A block that is only allowed in certain other blocks.
        case part(MarkupElement)
        case inline(MarkupElement)
        case orderedList, link, lineBreak, rule, quotation
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

    /// What to do with an element of that name; nil if HTML doesn't know it.
    static func role(of name: String) -> Role? { roles[name] }

    private static let roles: [String: Role] = {
        var roles: [String: Role] = [
            "p": .block(.paragraph), "pre": .block(.preformatted), "blockquote": .block(.quote),
            "ul": .block(.bulletedList), "menu": .block(.bulletedList), "dir": .block(.bulletedList),
            "ol": .orderedList, "dl": .block(.definitionList), "figure": .block(.figure), "table": .block(.table),
            "li": .part(.item), "dt": .part(.term), "dd": .part(.definition), "figcaption": .part(.figureCaption),
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
        add("h1 h2 h3 h4 h5 h6", .block(.heading))
        add("b strong", .inline(.strong))
        add("i em cite dfn var", .inline(.emphasis))
        add("code kbd samp tt", .inline(.code))
        add("del s strike", .inline(.deleted))
        add(
            "address article aside center details dialog div fieldset footer form header hgroup legend main nav search "
                + "section summary tbody tfoot thead",
            .boundary)
        add(
            "script style template noscript textarea title xmp noembed noframes svg annotation annotation-xml applet "
                + "button canvas datalist object optgroup option select",
            .silent)
        add(
            "abbr acronym area base bdi bdo big body col colgroup data embed font head html input ins label link map mark "
                + "math meta output param picture progress rp rt ruby small span time track u wbr",
            .transparent)
        return roles
    }()
}
