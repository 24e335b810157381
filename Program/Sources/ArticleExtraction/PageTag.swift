/// The elements that matter for finding an article.
enum PageTag: String, CaseIterable {
    case html, head, body, title, meta, base, link, script, style
    case main, article, section, div, header, footer, nav, aside, form, address, center, fieldset, details, summary,
        dialog, hgroup
    case p, pre, blockquote, ul, ol, li, menu, dir, dl, dt, dd, figure, figcaption, hr, br
    case table, caption, colgroup, col, thead, tbody, tfoot, tr, td, th
    case h1, h2, h3, h4, h5, h6
    case a, b, strong, i, em, cite, dfn, `var`, code, kbd, samp, tt, del, s, strike, sup, sub, q, span, font
    case img, picture, source, video, audio, iframe, embed, object, area, track, param, wbr
    case input, button, select, option, optgroup, textarea, label, datalist
    case template, noscript, svg, canvas, math, annotation
    /// Any other element.
    case other
    /// A text.
    case text

    private static let named: [String: PageTag] = {
        let elements = allCases.filter { $0 != .other && $0 != .text }
        return Dictionary(uniqueKeysWithValues: elements.map { ($0.rawValue, $0) })
    }()

    /// The element of that lowercase name.
    init(name: String) { self = Self.named[name] ?? .other }

    /// Whether it has no content and no end tag.
    var isVoid: Bool {
        switch self {
        case .meta, .base, .link, .br, .hr, .img, .input, .source, .embed, .area, .track, .param, .wbr, .col: true
        default: false
        }
    }

    /// Whether it begins a new line.
    var isBlock: Bool {
        switch self {
        case .html, .body, .main, .article, .section, .div, .header, .footer, .nav, .aside, .form, .address, .center,
            .fieldset, .details, .summary, .dialog, .hgroup, .p, .pre, .blockquote, .ul, .ol, .li, .menu, .dir, .dl,
            .dt, .dd, .figure, .figcaption, .hr, .table, .caption, .thead, .tbody, .tfoot, .tr, .td, .th, .h1, .h2,
            .h3, .h4, .h5, .h6:
            true
        default: false
        }
    }

    /// Whether only end tags of tables close what is open inside.
    var isTableBoundary: Bool { self == .table || self == .td || self == .th || self == .caption }

    var isTablePart: Bool {
        switch self {
        case .table, .caption, .thead, .tbody, .tfoot, .tr, .td, .th: true
        default: false
        }
    }

    /// 1 to 6 for headings.
    var headingLevel: Int? {
        switch self {
        case .h1: 1
        case .h2: 2
        case .h3: 3
        case .h4: 4
        case .h5: 5
        case .h6: 6
        default: nil
        }
    }

    /// Whether its content isn't for readers of text.
    var isSilent: Bool {
        switch self {
        case .head, .script, .style, .embed, .object, .input, .button, .select, .option, .optgroup, .textarea,
            .datalist, .template, .noscript, .svg, .canvas, .annotation, .dialog:
            true
        default: false
        }
    }

    /// Whether it groups content without a meaning of its own, so that it may be anything.
    var isGroup: Bool {
        switch self {
        case .div, .section, .table, .ul, .ol, .menu, .dl, .header, .center, .details, .address: true
        default: false
        }
    }
}
