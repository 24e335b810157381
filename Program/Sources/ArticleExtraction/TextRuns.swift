import WebText

/// The runs of text between the boundaries of blocks.
struct TextRuns {
    /// Shorter runs are labels, buttons and the like.
    static let shortest = 60

    /// The measures of each node without its descendants: the length of a text, or the prose directly inside a block.
    private(set) var own: [TextMeasures.Measure]
    /// Whether each inline element is in a run that reads as prose.
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
