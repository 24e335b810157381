import WebText

/// The runs of text between the boundaries of blocks.
struct TextRuns {
    /// Shorter runs are labels, buttons and the like.
    static let shortest = 60

    /// The measures of each node without its descendants: the length of a text, or the prose directly inside a block.
    private(set) var own: [TextMeasures.Measure]
    /// For each node, true if it is an inline element in a run that reads as prose.
    private(set) var isInSentence: [Bool]

    private let tree: PageTree
    private let site: PageSite
    /// The open blocks and links.
    private var open: [Int] = []
    /// The number of open links, and of those that lead to other sites.
    private var links = (all: 0, abroad: 0)
    private var run = TextMeasures.Measure()
    /// The inline elements of the run.
    private var inlines: [Int] = []
    private var breaks = 0

    init(_ tree: PageTree, visible: VisibleNodes, site: PageSite) {
        self.tree = tree
        self.site = site
        own = Array(repeating: TextMeasures.Measure(), count: tree.nodes.count)
        isInSentence = Array(repeating: false, count: tree.nodes.count)
        var position = 0
        while position < tree.nodes.count {
            let node = tree.nodes[position]
            if !visible.nodes[position] {
                position = node.end
                continue
            }
            leave(before: position)
            enter(position, node)
            position += 1
        }
        leave(before: tree.nodes.count)
    }

    /// Leaves the elements that end before a position.
    private mutating func leave(before position: Int) {
        while let last = open.last, tree.nodes[last].end <= position {
            if tree.nodes[last].tag.isBlock {
                finish()
            } else {
                links.all -= 1
                if isAbroad(last) { links.abroad -= 1 }
            }
            open.removeLast()
        }
    }

    private mutating func enter(_ position: Int, _ node: PageTree.Node) {
        switch node.tag {
        case .text:
            let length = node.text.textLength
            if length == 0 { return }
            breaks = 0
            let linked = links.all > 0 ? length : 0
            own[position].length = length
            own[position].linked = linked
            own[position].abroad = links.abroad > 0 ? length : 0
            run.length += length
            run.linked += linked
        case .br:
            breaks += 1
            if breaks == 2 { finish() }
        case .a:
            inlines.append(position)
            open.append(position)
            links.all += 1
            if isAbroad(position) { links.abroad += 1 }
        case let tag where tag.isBlock:
            finish()
            open.append(position)
        default: inlines.append(position)
        }
    }

    private func isAbroad(_ link: Int) -> Bool { site.isAbroad(tree.nodes[link].attributes["href"]) }

    private mutating func finish() {
        defer {
            (run, breaks) = (TextMeasures.Measure(), 0)
            inlines.removeAll(keepingCapacity: true)
        }
        guard run.length >= Self.shortest, let block = open.last(where: { tree.nodes[$0].tag.isBlock }) else { return }
        own[block].prose += max(0, run.length - 3 * run.linked)
        if run.linked * 2 <= run.length { for inline in inlines { isInSentence[inline] = true } }
    }
}

extension String {
    /// The number of characters that aren't white space; a character of a script without spaces counts as three.
    var textLength: Int {
        var length = 0
        for scalar in unicodeScalars {
            if scalar.value <= 0x20 || scalar.value == 0xa0 { continue }
            length += (0x2e80..<0xe000).contains(scalar.value) || scalar.value >= 0x20000 ? 3 : 1
        }
        return length
    }
}

/// The amounts of text and of prose in each element.
struct TextMeasures {
    /// The measures of an element and its descendants.
    struct Measure {
        /// The length of the text; see ``Swift/String/textLength``.
        var length = 0
        /// The length of the text in links.
        var linked = 0
        /// The length of the text in links to other sites.
        var abroad = 0
        /// The length of prose or code, less links.
        var prose = 0

        /// True if most of the text is in links.
        var isLinks: Bool { linked * 2 > length }
    }

    private var measures: [Measure]

    subscript(node: Int) -> Measure { measures[node] }

    /// Adds up the texts of the nodes that aren't left out.
    init(_ tree: PageTree, _ texts: TextRuns, leavingOut isLeftOut: [Bool]) {
        measures = texts.own
        for index in tree.nodes.indices.reversed() {
            if isLeftOut[index] {
                measures[index] = Measure()
                continue
            }
            let parent = tree.nodes[index].parent
            if parent < 0 { continue }
            measures[parent].length += measures[index].length
            measures[parent].linked += measures[index].linked
            measures[parent].abroad += measures[index].abroad
            measures[parent].prose += measures[index].prose
        }
    }
}

/// The nodes of a page that browsers show.
struct VisibleNodes {
    private(set) var nodes: [Bool]

    /// - Parameter isScripted: true if content counts that only scripts show.
    init(_ tree: PageTree, isScripted: Bool = false) {
        nodes = Array(repeating: true, count: tree.nodes.count)
        let hasFormula = Self.formulas(tree)
        for (index, node) in tree.nodes.enumerated() {
            if node.parent >= 0, !nodes[node.parent] {
                nodes[index] = false
            } else if node.tag.isSilent {
                nodes[index] = false
            } else if !isScripted, node.isHidden {
                nodes[index] = Self.isFormula(index, node, tree, hasFormula)
            }
        }
    }

    /// For each node, returns true if it has a formula inside.
    private static func formulas(_ tree: PageTree) -> [Bool] {
        var found = tree.nodes.map { $0.tag == .math }
        for index in tree.nodes.indices.reversed() where found[index] {
            let parent = tree.nodes[index].parent
            if parent >= 0 { found[parent] = true }
        }
        return found
    }

    /// Returns true if a hidden node is the only form of a formula.
    ///
    /// Pages hide one form from readers and another from screen readers.
    private static func isFormula(_ index: Int, _ node: PageTree.Node, _ tree: PageTree, _ hasFormula: [Bool]) -> Bool {
        if node.tag.isBlock { return false }
        if node.tag == .img { return node.attributes["alt"]?.isEmpty == false }
        // A picture of the formula follows.
        if hasFormula[index] { return node.end >= tree.nodes.count || tree.nodes[node.end].tag != .img }
        let names = node.attributes["class"] ?? ""
        return (names.contains("katex") || names.contains("math") || names.contains("mjx"))
            && !hasFormula[node.parent]
    }
}

extension PageTree.Node {
    /// True if browsers or screen readers leave it out.
    fileprivate var isHidden: Bool {
        if tag == .text || tag == .body { return false }
        if attributes["hidden"] != nil || attributes["aria-hidden"] == "true" { return true }
        if let style = attributes["style"]?.prefix(400).lowercased().filter({ !$0.isWhitespace }),
            style.contains("display:none") || style.contains("visibility:hidden")
        {
            return true
        }
        guard let names = attributes["class"]?.prefix(400) else { return false }
        return names.split(whereSeparator: \.isWhitespace).contains {
            ["visually-hidden", "visuallyhidden", "sr-only", "screen-reader-text"].contains($0.lowercased())
        }
    }
}
