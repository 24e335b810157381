import Platform
import TextDecoding
import WebText

/// The elements and texts of a page, in the page's order: each node's descendants follow it.
struct PageTree {
    /// An element or a text.
    struct Node {
        let tag: PageTag
        /// The lowercase name of an element that has no tag of its own; empty for others.
        var name = ""
        /// The enclosing element; -1 for the root.
        let parent: Int
        /// The index after the last descendant.
        var end: Int
        let attributes: MarkupAttributes
        let text: String
    }

    /// Elements inside more than this many others count as being beside them.
    private static let maximumDepth = 200
    private static let maximumNodes = 200_000
    private static let maximumStructuredData = 512 << 10

    private(set) var nodes: [Node] = []
    /// The content of the first `<title>`.
    private(set) var title: String?
    /// The scripts of the type `application/ld+json`.
    private(set) var structuredData: [String] = []
    /// True if nodes were left out.
    private(set) var isIncomplete = false
    private var open: [Int] = []

    /// Reads at most ``ArticleExtraction/maximumSize`` bytes.
    init(page: Data, charset: String?) {
        add(.html, "", MarkupAttributes())
        open = [0]
        page.prefix(ArticleExtraction.maximumSize).withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            DecodedText(bytes, charset: charset).withUTF8(of: bytes) { read(String(decoding: $0, as: UTF8.self)) }
        }
        close(downTo: 0)
    }

    private mutating func read(_ markup: String) {
        /// The element whose raw text follows.
        var raw: (tag: PageTag, attributes: MarkupAttributes)?
        var tokenizer = MarkupTokenizer(markup)
        while let token = tokenizer.next() {
            if nodes.count >= Self.maximumNodes {
                isIncomplete = true
                return
            }
            switch token {
            case .text(let text):
                if let raw { keep(text, of: raw.tag, raw.attributes) } else { add(text) }
                raw = nil
            case .start(let name, let attributes):
                let tag = PageTag(name: name)
                raw = nil
                switch tag {
                case .iframe:
                    raw = (tag, attributes)
                    // It has nothing inside that is shown.
                    add(tag, "", attributes)
                case .script, .style, .textarea, .title: raw = (tag, attributes)
                case .html: break
                default: start(tag, name, attributes, isEmpty: tokenizer.isSelfClosing && (tag == .svg || tag == .math))
                }
            case .end(let name):
                raw = nil
                end(PageTag(name: name), name)
            }
        }
    }

    /// The raw text of an element that has no node.
    private mutating func keep(_ text: String, of tag: PageTag, _ attributes: MarkupAttributes) {
        if tag == .title, title == nil {
            title = text
            return
        }
        guard tag == .script, let type = attributes["type"]?.lowercased() else { return }
        if type.contains("ld+json"), structuredData.count < 16, text.utf8.count <= Self.maximumStructuredData {
            structuredData.append(text)
        } else if type.hasPrefix("math/tex") {
            // A formula, which a script would set.
            start(.code, "", MarkupAttributes())
            let isOpen = open.last == nodes.count - 1
            add(text)
            if isOpen { close(downTo: open.count - 1) }
        }
    }

    // MARK: Building

    private mutating func add(_ tag: PageTag, _ name: String = "", _ attributes: MarkupAttributes) {
        nodes.append(
            Node(
                tag: tag, name: tag == .other ? name : "", parent: open.last ?? -1, end: nodes.count + 1,
                attributes: attributes, text: ""))
    }

    private mutating func add(_ text: String) {
        nodes.append(
            Node(
                tag: .text, parent: open.last ?? -1, end: nodes.count + 1, attributes: MarkupAttributes(), text: text))
    }

    private mutating func start(_ tag: PageTag, _ name: String, _ attributes: MarkupAttributes, isEmpty: Bool = false) {
        closeImplied(by: tag)
        add(tag, name, attributes)
        if !tag.isVoid, !isEmpty, open.count < Self.maximumDepth { open.append(nodes.count - 1) }
    }

    /// Closes the elements whose end tags may be missing before this start tag.
    private mutating func closeImplied(by tag: PageTag) {
        if let last = open.last, nodes[last].tag == .head, !Self.isMetadata(tag) { close(downTo: open.count - 1) }
        switch tag {
        case .li: closeInnermost([.li], within: [.ul, .ol, .menu, .dir])
        case .dt, .dd: closeInnermost([.dt, .dd], within: [.dl])
        case .tr: closeInnermost([.tr], within: [.table])
        case .td, .th: closeInnermost([.td, .th], within: [.tr, .table])
        case .thead, .tbody, .tfoot: closeInnermost([.thead, .tbody, .tfoot], within: [.table])
        case .a: closeInnermost([.a], within: [.div, .td, .th, .li])
        default: break
        }
        if tag.isBlock, !tag.isTablePart || tag == .table {
            closeInnermost([.p], within: [.table, .td, .th, .caption, .button, .object])
            if tag.headingLevel != nil, let last = open.last, nodes[last].tag.headingLevel != nil {
                close(downTo: open.count - 1)
            }
        }
    }

    /// Returns true if the element may be in `<head>`.
    private static func isMetadata(_ tag: PageTag) -> Bool {
        switch tag {
        case .meta, .link, .base, .script, .style, .title, .noscript, .template: true
        default: false
        }
    }

    private mutating func closeInnermost(_ tags: Set<PageTag>, within boundary: Set<PageTag>) {
        for position in open.indices.reversed().dropLast() {
            let tag = nodes[open[position]].tag
            if tags.contains(tag) { return close(downTo: position) }
            if boundary.contains(tag) { return }
        }
    }

    private mutating func end(_ tag: PageTag, _ name: String) {
        if tag == .body || tag == .html { return }
        for position in open.indices.reversed().dropLast() {
            let found = nodes[open[position]].tag
            if found == tag, tag != .other || nodes[open[position]].name == name { return close(downTo: position) }
            if found.isTableBoundary, !tag.isTablePart { return }
            // The end of an inline element doesn't end blocks inside it.
            if found.isBlock, !tag.isBlock { return }
        }
    }

    private mutating func close(downTo position: Int) {
        while open.count > position { nodes[open.removeLast()].end = nodes.count }
    }

    // MARK: Reading

    /// The children of a node.
    func children(of node: Int) -> [Int] {
        var children: [Int] = []
        var child = node + 1
        while child < nodes[node].end {
            children.append(child)
            child = nodes[child].end
        }
        return children
    }

    /// The texts of a node and its descendants.
    func text(of node: Int) -> String { nodes[node..<nodes[node].end].lazy.map(\.text).joined() }

    /// Returns true if one node is the other or inside it.
    func contains(_ outer: Int, _ inner: Int) -> Bool { inner >= outer && inner < nodes[outer].end }
}

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

    /// The element with a lowercase name.
    init(name: String) { self = Self.named[name] ?? .other }

    /// True if it has no content and no end tag.
    var isVoid: Bool {
        switch self {
        case .meta, .base, .link, .br, .hr, .img, .input, .source, .embed, .area, .track, .param, .wbr, .col: true
        default: false
        }
    }

    /// True if it begins a new line.
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

    /// True if only end tags of tables close the elements that are open inside.
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

    /// True if its content isn't for readers of text.
    var isSilent: Bool {
        switch self {
        case .head, .script, .style, .embed, .object, .input, .button, .select, .option, .optgroup, .textarea,
            .datalist, .template, .noscript, .svg, .canvas, .annotation, .dialog:
            true
        default: false
        }
    }

    /// True if it groups content without a meaning of its own, so that it may be anything.
    var isGroup: Bool {
        switch self {
        case .div, .section, .table, .ul, .ol, .menu, .dl, .header, .center, .details, .address: true
        default: false
        }
    }
}
