import WebText

/// The parts of a page that aren't its article: menus, forms, advertisements, share bars, comments and notices.
struct Boilerplate {
    /// Whether each node is boilerplate, by itself or with what encloses it.
    private(set) var nodes: [Bool]

    /// Finds it by elements, roles, classes and ids.
    ///
    /// - Parameters:
    ///   - visible: whether browsers show each node.
    ///   - texts: the text of the visible nodes.
    init(_ tree: PageTree, visible: VisibleNodes, _ texts: TextRuns) {
        nodes = visible.nodes.map { !$0 }
        let anchors = Self.anchors(tree, nodes)
        var reader = NameReader(tree)
        let names = tree.nodes.indices.map { index in
            nodes[index] ? [] : reader.names(of: index, isInSentence: texts.isInSentence[index])
        }
        // Comments first, then asides: they may have most of the page's text.
        mark(tree) { index in !anchors[index] && names[index].contains(.comments) }
        var measures = TextMeasures(tree, texts, leavingOut: nodes)
        mark(tree) { index in
            !anchors[index] && tree.nodes[index].isBeside && measures[index].prose * 10 < measures[0].prose * 9
        }
        measures = TextMeasures(tree, texts, leavingOut: nodes)
        mark(tree) { index in
            !anchors[index] && Self.isBoilerplate(tree.nodes[index], names[index])
                && measures[index].prose * 2 <= measures[0].prose
        }
    }

    /// Leaves out a node and its descendants.
    mutating func drop(_ node: Int, _ tree: PageTree) {
        for index in node..<tree.nodes[node].end { nodes[index] = true }
    }

    /// Leaves out the nodes for which the condition holds, outside of code.
    private mutating func mark(_ tree: PageTree, where isDropped: (Int) -> Bool) {
        var position = 0
        while position < tree.nodes.count {
            let node = tree.nodes[position]
            if nodes[position] || node.tag == .pre || node.tag == .code {
                position = node.end
            } else if node.tag != .text, isDropped(position) {
                drop(position, tree)
                position = node.end
            } else {
                position += 1
            }
        }
    }

    /// For each node, true if it contains an element that the page marks as its content.
    private static func anchors(_ tree: PageTree, _ isHidden: [Bool]) -> [Bool] {
        var anchors = tree.nodes.map(\.isAnchor)
        for index in tree.nodes.indices.reversed() where anchors[index] && !isHidden[index] {
            let parent = tree.nodes[index].parent
            if parent >= 0 { anchors[parent] = true }
        }
        return anchors
    }

    private static func isBoilerplate(_ node: PageTree.Node, _ names: NodeNames) -> Bool {
        switch node.tag {
        case .html, .body, .main, .article, .td, .th, .tr, .tbody, .img, .br, .hr: return false
        case .form, .fieldset: return true
        default: return names.contains(.other)
        }
    }
}

extension PageTree.Node {
    private static let rolesBeside: Set<String> = [
        "navigation", "complementary", "banner", "contentinfo", "search", "dialog", "alertdialog", "menu", "menubar",
        "toolbar", "tooltip",
    ]

    /// True for an element that is beside the content by its name or role.
    fileprivate var isBeside: Bool {
        switch tag {
        case .nav, .aside, .footer: true
        case .html, .body, .main, .article: false
        default: attributes["role"].map { Self.rolesBeside.contains($0.lowercased()) } ?? false
        }
    }

    /// True for an element that the page marks as its content. Menus and asides have other articles as cards.
    fileprivate var isAnchor: Bool {
        tag == .main || tag == .h1 || attributes["role"]?.lowercased() == "main" || isArticleBody
    }

    /// Whether it is the body of an article (schema.org).
    var isArticleBody: Bool {
        guard let names = attributes["itemprop"] else { return false }
        return names.split(whereSeparator: \.isWhitespace).contains("articleBody")
    }
}
