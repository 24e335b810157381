import Platform
import WebText

/// A writer of the article as markup.
///
/// The only attributes are addresses, a list's start and the size of a picture.
struct ArticleMarkupWriter {
    /// The largest markup before the last end tags, in bytes.
    static let maximumSize = 600_000

    private let tree: PageTree
    private var isLeftOut: [Bool]
    private var captions = Captions()
    private let base: URL?
    private let page: URL?
    private let dataTables: DataTables

    private(set) var markup = ""
    /// The first heading, if it is the article's title, which isn't written again.
    private(set) var heading: String?
    private(set) var isCut = false
    /// True once a text didn't fit.
    private var isFull = false
    /// The elements that are open, with their end tags.
    private var open: [(node: Int, name: String)] = []
    /// Headings that nothing follows yet.
    private var headings: [(level: Int, markup: String)] = []
    /// The length of the markup at the first of them.
    private var headingPlace = 0
    private var preformatted = 0
    /// The length of the markup and the open elements where the last block began.
    private var boundary: (length: Int, open: [(node: Int, name: String)]) = (0, [])

    init(_ tree: PageTree, _ measures: TextMeasures, leavingOut: [Bool], base: URL?, page: URL?) {
        self.tree = tree
        isLeftOut = leavingOut
        dataTables = DataTables(tree, measures)
        self.base = base
        self.page = page
    }

    /// Writes the content of the article's element after its leads.
    mutating func write(_ found: ArticleFinder.Found, title: String?) {
        for lead in found.leads { write(from: lead, to: tree.nodes[lead].end, title) }
        let root = found.root
        captions = Captions(tree, in: root, leavingOut: isLeftOut)
        for caption in captions.repeated { isLeftOut[caption] = true }
        write(from: root + (tree.nodes[root].tag == .table ? 0 : 1), to: tree.nodes[root].end, title)
        closeEnded(before: .max)
        if isCut { markup += "<p>…</p>" }
    }

    private mutating func write(from start: Int, to end: Int, _ title: String?) {
        var position = start
        while position < end, !isCut {
            closeEnded(before: position)
            let node = tree.nodes[position]
            if isFull || markup.utf8.count > Self.maximumSize { return cut() }
            if node.tag.isBlock { boundary = (markup.utf8.count, open) }
            if isLeftOut[position] {
                if node.tag == .noscript { write(scriptless: position, node) }
                position = node.end
            } else if let level = node.tag.headingLevel, preformatted == 0 {
                write(heading: position, level, title)
                position = node.end
            } else if node.tag == .video || node.tag == .audio {
                write(media: position, node)
                position = node.end
            } else {
                enter(position, node)
                position += 1
            }
        }
        if isFull, !isCut { cut() }
    }

    /// Leaves out the text after the last boundary of blocks, unless that is most of the text.
    private mutating func cut() {
        isCut = true
        headings = []
        if boundary.length < Self.maximumSize / 2 { return }
        markup = markup.prefix(bytes: boundary.length)
        open = boundary.open
    }

    private mutating func closeEnded(before position: Int) {
        while let last = open.last, tree.nodes[last.node].end <= position {
            open.removeLast()
            if last.name == "pre" { preformatted -= 1 }
            markup += "</\(last.name)>"
        }
    }

    private mutating func enter(_ position: Int, _ node: PageTree.Node) {
        switch node.tag {
        case .text: write(text: node.text)
        case .br: markup += "<br>"
        case .hr: markup += "<hr>"
        case .source:
            // The candidates of the picture that follows.
            let sets = ["data-srcset", "srcset"].compactMap { node.attributes[$0] }
            if let set = sets.compactMap({ sourceSet($0) }).first { markup += "<source srcset=\"\(set)\">" }
        case .img: write(image: node)
        case .iframe: write(frame: node)
        case .a:
            if let address = address(node.attributes["href"]) { begin("a", " href=\"\(address)\"", position) }
        case .ol:
            let start = node.attributes["start"].flatMap { Int($0.trimmed) }.map { " start=\"\($0)\"" }
            begin("ol", start ?? "", position)
        case .pre:
            preformatted += 1
            begin("pre", "", position)
        case .table, .caption, .thead, .tbody, .tfoot, .tr, .td, .th:
            begin(dataTables.contain(position) ? node.tag.rawValue : "div", "", position)
        case .p, .blockquote, .ul, .li, .dl, .dt, .dd, .figure, .figcaption, .b, .strong, .i, .em, .cite, .dfn, .var,
            .code, .kbd, .samp, .tt, .del, .s, .strike, .sup, .sub, .q:
            begin(node.tag.rawValue, "", position)
        case .menu, .dir: begin("ul", "", position)
        default: if node.tag.isBlock { begin("div", "", position) }
        }
    }

    private mutating func begin(_ name: String, _ attributes: String, _ node: Int) {
        markup += "<\(name)\(attributes)>"
        open.append((node, name))
    }

    /// Writes as much of a text as there is room for.
    private mutating func append(_ text: String) {
        let room = max(0, Self.maximumSize - markup.utf8.count)
        if text.utf8.count > room { isFull = true }
        markup += text.prefix(bytes: room)
    }

    private mutating func write(text: String) {
        if preformatted > 0 {
            flushHeadings()
            append(text.escapedForMarkup)
            return
        }
        let line = text.onOneLine
        if line.isEmpty {
            if !text.isEmpty, markup.utf8.last != 0x20 { markup += " " }
            return
        }
        flushHeadings()
        let spaces = (text.unicodeScalars.first, text.unicodeScalars.last)
        if spaces.0?.properties.isWhitespace == true { markup += " " }
        append(line.escapedForMarkup)
        if spaces.1?.properties.isWhitespace == true { markup += " " }
    }

    // MARK: Headings

    /// Keeps a heading until text follows: the text below a heading may have been left out.
    private mutating func write(heading position: Int, _ level: Int, _ title: String?) {
        var text = ""
        var index = position + 1
        while index < tree.nodes[position].end {
            if isLeftOut[index] {
                index = tree.nodes[index].end
                continue
            }
            text += tree.nodes[index].text
            index += 1
        }
        guard let line = PageMetadata.heading(text) else { return }
        if heading == nil, level == 1 || line == title, !markup.hasText, headings.isEmpty {
            heading = line
            return
        }
        if line == heading { return }
        headings.removeAll { $0.level >= level }
        if headings.isEmpty { headingPlace = markup.utf8.count }
        headings.append((level, "<h\(level)>\(line.escapedForMarkup)</h\(level)>"))
    }

    private mutating func flushHeadings() {
        if headings.isEmpty { return }
        let written = headings.map(\.markup).joined()
        headings = []
        // It isn't part of an element that began after it.
        let place = markup.utf8.index(markup.startIndex, offsetBy: headingPlace)
        markup.insert(contentsOf: written, at: place)
    }

    // MARK: Media and addresses

    private mutating func write(image node: PageTree.Node) {
        let sizes = ["width", "height"].compactMap { node.attributes[$0].flatMap { Int($0.trimmed) } }
        if sizes.contains(where: { $0 <= 3 }) { return }
        let description = SafeText(line: node.attributes["alt"] ?? "", atMost: 300).text
        if node.attributes["class"]?.contains("emoji") == true {
            write(text: description)
            return
        }
        // Scripts replace a placeholder by what other attributes name.
        let sources = ["data-src", "data-lazy-src", "data-original", "src"].compactMap { node.attributes[$0] }
        let sets = ["data-srcset", "srcset"].compactMap { node.attributes[$0] }
        let attributes: [(name: String, value: String?)] = [
            ("src", sources.compactMap { address($0) }.first), ("srcset", sets.compactMap { sourceSet($0) }.first),
            ("alt", captions.say(description) ? "" : description.escapedForMarkup),
            ("width", length(node.attributes["width"])),
            ("height", length(node.attributes["height"])),
        ]
        // Without an address, a picture takes those of the elements before it.
        flushHeadings()
        let written = attributes.compactMap { attribute in attribute.value.map { " \(attribute.name)=\"\($0)\"" } }
        markup += "<img\(written.joined())>"
    }

    /// Writes the pictures for readers without scripts, which the sanitizer shows in place of the placeholder before them.
    private mutating func write(scriptless position: Int, _ node: PageTree.Node) {
        let images = tree.nodes[position..<node.end].filter { $0.tag == .img }
        if images.isEmpty { return }
        flushHeadings()
        markup += "<noscript>"
        for image in images where markup.utf8.count <= Self.maximumSize { write(image: image) }
        markup += "</noscript>"
    }

    /// A positive number of pixels; nil for anything else.
    private func length(_ text: String?) -> String? { pixels(text).flatMap { $0 > 0 ? String($0) : nil } }

    private func pixels(_ text: String?) -> Int? {
        text.map(\.trimmed).flatMap { Int($0.hasSuffix("px") ? String($0.dropLast(2)) : $0) }
    }

    /// A `srcset` with absolute addresses, escaped; nil if it has none.
    private func sourceSet(_ text: String) -> String? {
        SourceSet(text, base: base).text.ifNotBlank?.escapedForMarkup
    }

    /// An embedded page, which the sanitizer makes a link.
    private mutating func write(frame node: PageTree.Node) {
        let sides = ["width", "height"].compactMap { pixels(node.attributes[$0]) }
        if sides.contains(where: { $0 <= 3 }) { return }
        let sources = ["src", "data-src"].compactMap { node.attributes[$0]?.ifNotBlank }
        guard let address = sources.compactMap({ address($0) }).first else { return }
        flushHeadings()
        markup += "<iframe src=\"\(address)\"></iframe>"
    }

    private mutating func write(media position: Int, _ node: PageTree.Node) {
        let inside = tree.nodes[position..<node.end].map { $0.attributes["src"] }
        guard let address = inside.compactMap({ address($0) }).first else { return }
        flushHeadings()
        markup += "<\(node.tag.rawValue) src=\"\(address)\"></\(node.tag.rawValue)>"
    }

    /// The absolute address, escaped; nil if it isn't one of the web.
    private func address(_ text: String?) -> String? {
        let isFragment = text?.trimmed.hasPrefix("#") == true
        return WebLinks.url(text, base: isFragment ? page : base)?.absoluteString.escapedForMarkup
    }
}

extension String {
    /// True if there is anything besides tags and white space.
    fileprivate var hasText: Bool {
        var isTag = false
        for byte in utf8 {
            if byte == UInt8(ascii: "<") { isTag = true }
            if !isTag, byte > 0x20 { return true }
            if byte == UInt8(ascii: ">") { isTag = false }
        }
        return false
    }
}

/// The captions that repeat the descriptions of pictures or other captions.
struct Captions {
    /// The blocks that repeat an earlier caption.
    private(set) var repeated: [Int] = []
    /// The first caption with each beginning.
    private var said: [Substring: String] = [:]

    /// No captions.
    init() {}

    /// Looks for captions in an element.
    ///
    /// - Parameter isLeftOut: For each node, true if it isn't a part of the article.
    init(_ tree: PageTree, in root: Int, leavingOut isLeftOut: [Bool]) {
        let range = root..<tree.nodes[root].end
        var descriptions: Set<Substring> = []
        var hasBlock = Array(repeating: false, count: tree.nodes.count)
        for index in range where !isLeftOut[index] {
            let node = tree.nodes[index]
            if node.tag == .img, let key = Self.key(node.attributes["alt"] ?? "") { descriptions.insert(key) }
            var outer = node.tag.isBlock ? node.parent : -1
            while outer >= root, !hasBlock[outer] {
                hasBlock[outer] = true
                outer = tree.nodes[outer].parent
            }
        }
        if descriptions.isEmpty { return }
        for index in range where tree.nodes[index].tag.isBlock && !hasBlock[index] && !isLeftOut[index] {
            let text = tree.text(of: index).onOneLine
            guard let key = Self.key(text), descriptions.contains(key) else { continue }
            if let first = said[key] {
                if first.utf8.count >= text.utf8.count { repeated.append(index) }
            } else {
                said[key] = text
            }
        }
    }

    /// Returns true if a caption has the words of a picture's description.
    func say(_ description: String) -> Bool { Self.key(description).map { said[$0] != nil } ?? false }

    /// Returns the beginning of a text, which distinguishes it from others; nil if it is too short for that.
    private static func key(_ text: String) -> Substring? {
        let key = text.prefix(300).description.onOneLine.prefix(60)
        return key.count < 12 ? nil : key
    }
}
