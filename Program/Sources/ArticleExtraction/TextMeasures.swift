internal import WebText

/// How much text each element has, and how much of it is prose.
struct TextMeasures {
    /// What an element and its descendants have.
    struct Measure {
        /// The length of the text; see ``Swift/String/textLength``.
        var length = 0
        /// The length of the text in links.
        var linked = 0
        /// The length of what reads as prose or code, less links.
        var prose = 0

        /// Whether most of the text is in links.
        var isLinks: Bool { linked * 2 > length }
    }

    private(set) var measures: [Measure]

    subscript(node: Int) -> Measure { measures[node] }

    init(_ tree: PageTree, leavingOut isLeftOut: [Bool]) {
        measures = Array(repeating: Measure(), count: tree.nodes.count)
        var runs = Runs(tree)
        var position = 0
        while position < tree.nodes.count {
            let node = tree.nodes[position]
            if isLeftOut[position] {
                position = node.end
                continue
            }
            runs.advance(to: position, &measures)
            runs.enter(position, node, &measures)
            position += 1
        }
        runs.advance(to: tree.nodes.count, &measures)
        for index in tree.nodes.indices.reversed() {
            let parent = tree.nodes[index].parent
            if parent < 0 { continue }
            measures[parent].length += measures[index].length
            measures[parent].linked += measures[index].linked
            measures[parent].prose += measures[index].prose
        }
    }

    /// Collects the runs of text between the boundaries of blocks.
    private struct Runs {
        /// Shorter runs are labels, buttons and the like.
        private static let shortest = 60

        private let tree: PageTree
        /// The open blocks, links and code.
        private var open: [Int] = []
        private var run = Measure()
        private var breaks = 0

        init(_ tree: PageTree) { self.tree = tree }

        /// Leaves the elements that end before a position.
        mutating func advance(to position: Int, _ measures: inout [Measure]) {
            while let last = open.last, tree.nodes[last].end <= position {
                if tree.nodes[last].tag.isBlock { finish(&measures) }
                open.removeLast()
            }
        }

        mutating func enter(_ position: Int, _ node: PageTree.Node, _ measures: inout [Measure]) {
            switch node.tag {
            case .text:
                let length = node.text.textLength
                measures[position].length = length
                run.length += length
                if length > 0 { breaks = 0 }
                if open.contains(where: { tree.nodes[$0].tag == .a }) {
                    measures[position].linked = length
                    run.linked += length
                }
            case .br:
                breaks += 1
                if breaks == 2 { finish(&measures) }
            case .a: open.append(position)
            case let tag where tag.isBlock:
                finish(&measures)
                open.append(position)
            default: break
            }
        }

        private mutating func finish(_ measures: inout [Measure]) {
            defer { (run, breaks) = (Measure(), 0) }
            guard run.length >= Self.shortest, let block = open.last(where: { tree.nodes[$0].tag.isBlock }) else {
                return
            }
            measures[block].prose += max(0, run.length - 3 * run.linked)
        }
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
