import WebText

/// Reads an upstream's HTML into blocks, and numbers its links.
///
/// Text keeps whatever characters it had; only `TerminalText` makes it safe to show.
struct MarkupReader {
    private(set) var blocks: [MarkupBlock] = []
    /// The addresses of the links, the first one number 1.
    private(set) var links: [String]

    private var inlines: [MarkupBlock.Inline] = []
    private var bold = 0
    private var emphasis = 0
    private var code = 0
    private var quotes = 0
    /// The open lists: nil for bullets, the next number for numbered ones.
    private var lists: [Int?] = []
    private var marker: String?
    private var heading = false
    private var link: Int?
    private var preformatted: String?
    private var table: [[String]]?
    private var cell: String?
    private let resolve: (String) -> String?

    /// - Parameters:
    ///   - links: the links numbered so far.
    ///   - resolve: the web address that an `href` leads to; nil for none.
    init(_ markup: String, links: [String] = [], resolve: @escaping (String) -> String?) {
        self.links = links
        self.resolve = resolve
        var silence: String?
        for token in MarkupTokenizer(String(decoding: markup.utf8.prefix(256_000), as: UTF8.self)) {
            switch token {
            case .end(let name) where name == silence: silence = nil
            case _ where silence != nil: continue
            case .start(let name, _) where MarkupElements.silent.contains(name): silence = name
            case .text(let text): add(text)
            case .start(let name, let attributes): start(name, attributes)
            case .end(let name): end(name)
            }
        }
        endTable()
        endPreformatted()
        endBlock()
    }

    private mutating func add(_ text: String) {
        if cell != nil {
            cell?.append(text)
        } else if preformatted != nil {
            preformatted?.append(text)
        } else {
            var style = Style(isBold: bold > 0, isUnderlined: link != nil)
            if emphasis > 0 { style.isBold = true }
            if code > 0 { style.color = .cyan }
            inlines.append(.init(text: text, style: style, link: link))
        }
    }

    private mutating func start(_ name: String, _ attributes: MarkupAttributes) {
        switch name {
        case "b", "strong": bold += 1
        case "i", "em": emphasis += 1
        case "code", "kbd", "samp", "tt": code += 1
        case "br":
            if cell != nil { add(" ") } else if preformatted != nil { add("\n") } else { add("\u{2028}") }
        case "a":
            guard preformatted == nil, cell == nil, let address = attributes["href"].flatMap(resolve) else { return }
            link = number(of: address)
        case "img":
            let words = (attributes["alt"] ?? "").onOneLine
            add(words.isEmpty ? "[image]" : "[image: \(words)]")
        case "pre":
            endBlock()
            preformatted = ""
        case "blockquote":
            endBlock()
            quotes += 1
        case "ul", "ol":
            endBlock()
            lists.append(name == "ol" ? 1 : nil)
        case "li":
            endBlock()
            marker = nextMarker()
        case "table":
            endBlock()
            table = []
        case "tr" where table != nil:
            endCell()
            table?.append([])
        case "td", "th":
            guard table != nil else { return }
            endCell()
            cell = ""
        case "h1", "h2", "h3", "h4", "h5", "h6":
            endBlock()
            heading = true
        case "hr":
            endBlock()
            append(.rule)
        default:
            if MarkupElements.blocks.contains(name) { endBlock() }
        }
    }

    private mutating func end(_ name: String) {
        switch name {
        case "b", "strong": bold = max(0, bold - 1)
        case "i", "em": emphasis = max(0, emphasis - 1)
        case "code", "kbd", "samp", "tt": code = max(0, code - 1)
        case "a":
            if let link, !inlines.isEmpty { inlines.append(.init(text: "[\(link)]", style: .dim, link: link)) }
            link = nil
        case "pre": endPreformatted()
        case "blockquote":
            endBlock()
            quotes = max(0, quotes - 1)
        case "ul", "ol":
            endBlock()
            marker = nil
            _ = lists.popLast()
        case "td", "th": endCell()
        case "table": endTable()
        default:
            if MarkupElements.blocks.contains(name) { endBlock() }
        }
    }

    private mutating func number(of address: String) -> Int {
        if let known = links.firstIndex(of: address) { return known + 1 }
        links.append(address)
        return links.count
    }

    private mutating func nextMarker() -> String {
        guard let last = lists.indices.last, let number = lists[last] else { return "•" }
        lists[last] = number + 1
        return "\(number)."
    }

    private mutating func endBlock() {
        defer {
            inlines = []
            heading = false
        }
        guard inlines.contains(where: { $0.text.contains { !$0.isWhitespace } }) else { return }
        append(heading ? .heading(inlines) : .paragraph(inlines))
    }

    private mutating func endPreformatted() {
        guard let text = preformatted else { return }
        preformatted = nil
        if text.contains(where: { !$0.isWhitespace }) { append(.preformatted(text)) }
    }

    private mutating func endCell() {
        guard let text = cell, let last = table?.indices.last else { return }
        table?[last].append(text.onOneLine)
        cell = nil
    }

    private mutating func endTable() {
        endCell()
        guard let rows = table?.filter({ !$0.isEmpty }) else { return }
        table = nil
        if !rows.isEmpty { append(.table(rows)) }
    }

    private mutating func append(_ content: MarkupBlock.Content) {
        blocks.append(MarkupBlock(content: content, quotes: quotes, lists: lists.count, marker: marker))
        marker = nil
    }
}
