import WebText

/// The search for the element that encloses the article.
///
/// It starts at the content that the page marks itself, and goes down while one child has nearly all of the prose.
struct ArticleFinder {
    /// An article has at least this much prose.
    private static let shortest = 250

    private let tree: PageTree
    private let texts: TextRuns
    private let measures: TextMeasures
    private let metadata: PageMetadata
    private let site: PageSite

    init(
        _ tree: PageTree, _ texts: TextRuns, _ measures: TextMeasures, _ metadata: PageMetadata, _ site: PageSite
    ) {
        self.tree = tree
        self.texts = texts
        self.site = site
        self.measures = measures
        self.metadata = metadata
    }

    /// The place of the article.
    struct Found: Equatable {
        /// The element that encloses it.
        let root: Int
        /// The paragraphs between the title and that element.
        var leads: [Int] = []
    }

    /// Returns the article's element, and drops the parts beside the article inside it.
    func found(dropping boilerplate: inout Boilerplate) -> Result<Found, ExtractionDoubt> {
        if measures[0].prose < Self.shortest {
            return short(boilerplate.nodes).map { .success(Found(root: $0)) } ?? .failure(doubt(measures[0]))
        }
        let start = marked(boilerplate.nodes)
        let root = start.kind == .body ? start.node : narrowed(start.node, boilerplate.nodes)
        if start.kind == .part, !metadata.isArticle,
            LinkedHeadings(tree, measures, texts, boilerplate.nodes, site, in: root).areList
        {
            return .failure(.list)
        }
        dropNeighbors(in: root, &boilerplate)
        dropLinkLists(in: root, &boilerplate)
        let measure = TextMeasures(tree, texts, leavingOut: boilerplate.nodes)[root]
        if measure.prose < Self.shortest { return .failure(doubt(measure)) }
        return .success(Found(root: root, leads: leads(of: root, in: start.node, boilerplate.nodes)))
    }

    /// The only article of a page with little prose: a few sentences, or a text of short lines.
    private func short(_ isDropped: [Bool]) -> Int? {
        var marked = outermost(isDropped) { $0.isArticleBody }
        if marked.isEmpty { marked = outermost(isDropped) { $0.tag == .article } }
        if marked.isEmpty, metadata.signIns.isEmpty { marked = outermost(isDropped) { $0.tag == .main } }
        guard marked.count == 1, let root = marked.first else { return nil }
        let measure = measures[root]
        return measure.length - measure.linked >= 140 && measure.linked * 3 <= measure.length ? root : nil
    }

    private func doubt(_ measure: TextMeasures.Measure) -> ExtractionDoubt {
        measure.isLinks ? .list : !metadata.signIns.isEmpty ? .signIn : .tooShort
    }

    /// The paragraphs between the article's title, or else its beginning, and its element, without captions of pictures.
    private func leads(of root: Int, in start: Int, _ isDropped: [Bool]) -> [Int] {
        var leads: [Int] = []
        var hasTitle = false
        var position = 0
        // More aren't leads.
        while position < root, leads.count < 8 {
            let node = tree.nodes[position]
            if position == start, start > 0 { hasTitle = true }
            let isBeside = hasTitle && node.end <= root && (Self.isList(node.tag) || hasPicture(position))
            if isDropped[position] || node.tag == .figure || isBeside {
                position = node.end
            } else if let level = node.tag.headingLevel {
                if level == 1 || PageMetadata.heading(tree.text(of: position)) == metadata.title {
                    hasTitle = true
                    leads = []
                }
                position = node.end
            } else if hasTitle, node.tag.isBlock, node.end <= root, texts.own[position].prose >= TextRuns.shortest {
                let text = tree.text(of: position)
                if !leads.contains(where: { tree.text(of: $0) == text }) { leads.append(position) }
                position = node.end
            } else {
                position += 1
            }
        }
        // In the article itself, the title may follow.
        return (root..<tree.nodes[root].end).contains { tree.nodes[$0].tag == .h1 && !isDropped[$0] } ? [] : leads
    }

    private func hasPicture(_ node: Int) -> Bool {
        let inside = node..<min(tree.nodes[node].end, node + 200)
        return tree.nodes[node].tag.isBlock && inside.contains { tree.nodes[$0].tag == .img }
    }

    private static func isList(_ tag: PageTag) -> Bool { tag == .ul || tag == .ol || tag == .table || tag == .dl }

    /// The mark of the content of a page.
    private enum Mark {
        /// As the body of an article, with nothing else inside.
        case body
        /// As an article.
        case article
        /// As a part of the page, or not at all.
        case part
    }

    /// Returns the element that the page marks as its content, if it has enough of the prose.
    private func marked(_ isDropped: [Bool]) -> (node: Int, kind: Mark) {
        let bodies = outermost(isDropped) { $0.isArticleBody }
        if let best = best(of: bodies), measures[best].prose >= Self.shortest,
            measures[best].prose * 3 >= measures[0].prose
        {
            return (best, .body)
        }
        let articles = outermost(isDropped) { $0.tag == .article }
        if let article = titled(articles, isDropped) { return (article, .article) }
        let sum = articles.reduce(0) { $0 + measures[$1].prose }
        if let best = best(of: articles), measures[best].prose >= Self.shortest,
            measures[best].prose * 3 >= measures[0].prose, measures[best].prose * 10 >= sum * 7
        {
            return (best, .article)
        }
        let mains = outermost(isDropped) { $0.tag == .main || $0.attributes["role"] == "main" }
        if let best = best(of: mains), measures[best].prose * 2 >= measures[0].prose { return (best, .part) }
        return (0, .part)
    }

    /// The only one of the articles that has a heading of the first level; in pages that continue with other articles, the first.
    private func titled(_ articles: [Int], _ isDropped: [Bool]) -> Int? {
        let titled = articles.filter { article in
            (article..<tree.nodes[article].end).contains { tree.nodes[$0].tag == .h1 && !isDropped[$0] }
        }
        guard let first = titled.first, titled.count == 1 || metadata.isArticle,
            measures[first].prose >= Self.shortest
        else { return nil }
        return first
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

    /// Returns true if such elements are part of a text, wherever they are.
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
                measure.abroad * 2 < measure.linked, measure.prose < 60
            {
                boilerplate.drop(position, tree)
            }
            position = boilerplate.nodes[position] ? node.end : position + 1
        }
    }
}

/// The headings of one level that are links to other pages, as lists of articles have.
struct LinkedHeadings {
    /// The headings of a level, and the prose between those that are links.
    private struct Level {
        var all = 0
        var links = 0
        var linksAbroad = 0
        /// The prose since the last linked heading.
        var prose = 0
        var longestProse = 0

        mutating func addLink(isAbroad: Bool) {
            links += 1
            if isAbroad { linksAbroad += 1 }
            longestProse = max(longestProse, prose)
            prose = 0
        }
    }

    private var levels = Array(repeating: Level(), count: 5)
    private let prose: Int

    init(
        _ tree: PageTree, _ measures: TextMeasures, _ texts: TextRuns, _ isDropped: [Bool], _ site: PageSite,
        in root: Int
    ) {
        prose = measures[root].prose
        var position = root
        while position < tree.nodes[root].end {
            let node = tree.nodes[position]
            if isDropped[position] {
                position = node.end
                continue
            }
            if let level = node.tag.headingLevel, level <= 4, measures[position].length > 0 {
                levels[level].all += 1
                if let link = Self.link(position, tree, measures) {
                    levels[level].addLink(isAbroad: site.isAbroad(tree.nodes[link].attributes["href"]))
                }
            }
            if texts.own[position].prose > 0 { for level in 1...4 { levels[level].prose += texts.own[position].prose } }
            position += 1
        }
    }

    /// True if the page consists of linked headings, each with a few lines.
    ///
    /// In an article, most of the prose is between two of them, or they lead to other sites and have texts of their own.
    var areList: Bool {
        levels.contains { level in
            let isMany = level.links >= 3 && level.links * 10 >= level.all * 6
            let isArticle = max(level.longestProse, level.prose) * 2 >= prose
            let isRoundup = level.linksAbroad * 2 >= level.links && prose >= level.links * 100
            return isMany && !isArticle && !isRoundup
        }
    }

    /// The link that a heading is, or is inside, as cards have; nil for others, and for links to the heading itself.
    private static func link(_ heading: Int, _ tree: PageTree, _ measures: TextMeasures) -> Int? {
        let node = tree.nodes[heading]
        if node.parent >= 0, tree.nodes[node.parent].tag == .a { return node.parent }
        guard measures[heading].linked * 10 >= measures[heading].length * 9 else { return nil }
        return (heading..<node.end).first { index in
            tree.nodes[index].tag == .a && tree.nodes[index].attributes["href"].map { !$0.hasPrefix("#") } ?? false
        }
    }
}
