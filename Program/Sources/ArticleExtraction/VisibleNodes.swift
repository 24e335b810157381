import WebText

/// The nodes of a page that browsers show.
struct VisibleNodes {
    private(set) var nodes: [Bool]

    /// - Parameter isScripted: whether content counts that only scripts show.
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

    /// Whether each node has a formula inside.
    private static func formulas(_ tree: PageTree) -> [Bool] {
        var found = tree.nodes.map { $0.tag == .math }
        for index in tree.nodes.indices.reversed() where found[index] {
            let parent = tree.nodes[index].parent
            if parent >= 0 { found[parent] = true }
        }
        return found
    }

    /// Whether a hidden node is the only form of a formula: pages hide one form from readers and another from screen readers.
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
    /// Whether browsers or screen readers leave it out.
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
