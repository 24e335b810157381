import WebText

/// How much text each element has, and how much of it is prose.
struct TextMeasures {
    /// What an element and its descendants have.
    struct Measure {
        /// The length of the text; see ``Swift/String/textLength``.
        var length = 0
        /// The length of the text in links.
        var linked = 0
        /// The length of the text in links to other sites.
        var abroad = 0
        /// The length of what reads as prose or code, less links.
        var prose = 0

        /// Whether most of the text is in links.
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
