import WebText

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
