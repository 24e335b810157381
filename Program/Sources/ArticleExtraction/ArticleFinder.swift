internal import WebText

/// Finds the element that encloses the article.
///
/// Starts at what the page itself marks as its content, and goes down as long as one child has nearly all of the prose.
struct ArticleFinder {
    /// An article has at least this much prose.
    private static let shortest = 250

    private let tree: PageTree
    private let measures: TextMeasures
    private let metadata: PageMetadata

    init(_ tree: PageTree, _ measures: TextMeasures, _ metadata: PageMetadata) {
        self.tree = tree
        self.measures = measures
        self.metadata = metadata
    }

    /// The article's element; drops what is beside the article inside it.
    func found(dropping boilerplate: inout Boilerplate) -> Result<Int, ExtractionDoubt> {
        if measures[0].prose < Self.shortest {
            return .failure(measures[0].isLinks ? .list : metadata.wantsSignIn ? .signIn : .tooShort)
        }
        let start = marked(boilerplate.nodes)
        let root = start.isExact ? start.node : narrowed(start.node, boilerplate.nodes)
        if isList(root, boilerplate.nodes) { return .failure(.list) }
        dropNeighbors(in: root, &boilerplate)
        dropLinkLists(in: root, &boilerplate)
        let measure = measures[root]
        if measure.prose < Self.shortest { return .failure(measure.isLinks ? .list : .tooShort) }
        return .success(root)
    }

    /// What the page marks as its content, if that has enough of its prose.
    private func marked(_ isDropped: [Bool]) -> (node: Int, isExact: Bool) {
        let bodies = outermost(isDropped) { $0.isArticleBody }
        if let best = best(of: bodies), measures[best].prose >= Self.shortest,
            measures[best].prose * 3 >= measures[0].prose
        {
            return (best, true)
        }
        let articles = outermost(isDropped) { $0.tag == .article }
        let sum = articles.reduce(0) { $0 + measures[$1].prose }
        if let best = best(of: articles), measures[best].prose >= Self.shortest,
            measures[best].prose * 3 >= measures[0].prose, measures[best].prose * 10 >= sum * 7
        {
            return (best, false)
        }
        let mains = outermost(isDropped) { $0.tag == .main || $0.attributes["role"] == "main" }
        if let best = best(of: mains), measures[best].prose * 2 >= measures[0].prose { return (best, false) }
        return (0, false)
    }

    private func best(of nodes: [Int]) -> Int? { nodes.max { measures[$0].prose < measures[$1].prose } }

    /// The matching elements that aren't inside others.
    private func outermost(_ isDropped: [Bool], where matches: (PageTree.Node) -> Bool) -> [Int] {
        var found: [Int] = []
        var position = 0
        while position < tree.nodes.count {
            let node = tree.nodes[position]
            if !isDropped[position], node.tag != .text, matches(node) { found.append(position) }
            let isDone = isDropped[position] || found.last == position
            position = isDone ? node.end : position + 1
        }
        return found
    }

    /// The innermost element that has nearly all of the prose.
    private func narrowed(_ start: Int, _ isDropped: [Bool]) -> Int {
        var root = start
        while true {
            let prose = measures[root].prose
            let next = tree.children(of: root).first {
                !isDropped[$0] && tree.nodes[$0].tag.isBlock && measures[$0].prose * 10 >= prose * 9
            }
            guard let next, !Self.isContent(tree.nodes[next].tag) else { return root }
            root = next
        }
    }

    /// Whether it is a list of other pages: headings of one level that are links, each with a few lines.
    private func isList(_ root: Int, _ isDropped: [Bool]) -> Bool {
        var headings = Array(repeating: (all: 0, links: 0), count: 5)
        var position = root
        while position < tree.nodes[root].end {
            let node = tree.nodes[position]
            if isDropped[position] {
                position = node.end
                continue
            }
            if let level = node.tag.headingLevel, level <= 4, measures[position].length > 0 {
                headings[level].all += 1
                let isLink = measures[position].linked * 10 >= measures[position].length * 9
                // A heading inside a link, as cards have.
                let isInLink = node.parent >= 0 && tree.nodes[node.parent].tag == .a
                if (isLink && leadsElsewhere(position)) || isInLink { headings[level].links += 1 }
            }
            position += 1
        }
        return headings.contains { $0.links >= 3 && $0.links * 10 >= $0.all * 6 }
    }

    /// Whether a heading's link isn't one to itself, as documentation has.
    private func leadsElsewhere(_ heading: Int) -> Bool {
        (heading..<tree.nodes[heading].end).contains { index in
            tree.nodes[index].tag == .a && tree.nodes[index].attributes["href"].map { !$0.hasPrefix("#") } ?? false
        }
    }

    /// Whether such elements are part of a text, wherever they are.
    private static func isContent(_ tag: PageTag) -> Bool {
        switch tag {
        case .p, .pre, .blockquote, .figure, .hr, .dl, .h1, .h2, .h3, .h4, .h5, .h6, .ul, .ol: true
        default: false
        }
    }

    /// Drops columns beside the one that has most of the prose.
    private func dropNeighbors(in root: Int, _ boilerplate: inout Boilerplate) {
        let children = tree.children(of: root).filter { !boilerplate.nodes[$0] }
        guard let best = best(of: children), measures[best].prose * 10 >= measures[root].prose * 6,
            !Self.isContent(tree.nodes[best].tag)
        else { return }
        for child in children where child != best && tree.nodes[child].tag.isBlock {
            let measure = measures[child]
            if Self.isContent(tree.nodes[child].tag), !measure.isLinks { continue }
            let hasTitle = (child..<tree.nodes[child].end).contains { tree.nodes[$0].tag == .h1 }
            let isProse = measure.linked * 8 <= measure.length && measure.prose * 2 >= measure.length
            // A picture or a lead.
            if !hasTitle, !isProse, measure.length > 0 { boilerplate.drop(child, tree) }
        }
    }

    /// Drops groups that consist of links, such as related pages and tables of contents.
    private func dropLinkLists(in root: Int, _ boilerplate: inout Boilerplate) {
        var position = root + 1
        while position < tree.nodes[root].end {
            let node = tree.nodes[position]
            let measure = measures[position]
            if !boilerplate.nodes[position], node.tag.isGroup, measure.linked * 10 > measure.length * 6,
                measure.prose < 60
            {
                boilerplate.drop(position, tree)
            }
            position = boilerplate.nodes[position] ? node.end : position + 1
        }
    }
}
