import WebText

/// The parts of a page that aren't its article: menus, forms, advertisements, share bars, comments and notices.
struct Boilerplate {
    /// For each node, true if it is boilerplate, by itself or inside boilerplate.
    private(set) var nodes: [Bool]

    /// Finds it by elements, roles, classes and ids.
    ///
    /// - Parameters:
    ///   - visible: the nodes that browsers show.
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

    /// True if it is the body of an article (schema.org).
    var isArticleBody: Bool {
        guard let names = attributes["itemprop"] else { return false }
        return names.split(whereSeparator: \.isWhitespace).contains("articleBody")
    }
}

/// The kind of an element by its classes and id.
struct NodeNames: OptionSet {
    let rawValue: UInt8

    /// Comments of readers.
    static let comments = NodeNames(rawValue: 1)
    /// Another part of a page that isn't its article.
    static let other = NodeNames(rawValue: 2)

    /// The words that name boilerplate.
    fileprivate static let words: Set<String> = [
        "ad", "ads", "adbox", "adslot", "advert", "adverts", "advertisement", "advertising", "sponsor", "sponsored",
        "promo", "promoted", "promotion", "taboola", "outbrain",
        "nav", "navbar", "navigation", "menu", "menus", "breadcrumb", "breadcrumbs", "crumbs", "pagination", "pager",
        "sidebar", "sidenav", "rail", "toolbar", "masthead", "footer", "skip", "toc",
        "share", "shares", "sharing", "sharebar", "sharedaddy", "social", "addthis", "addtoany", "follow",
        "related", "recommended", "recommendations", "recirculation", "trending", "popular", "teaser", "teasers",
        "newsletter", "subscribe", "subscription", "signup", "paywall", "regwall", "popup", "modal", "overlay",
        "cookie", "cookies", "consent", "gdpr",
        "tags", "taglist", "byline", "dateline", "meta", "rating", "ratings", "print", "noprint", "editsection",
        "linenos", "lineno", "gutter", "copyright", "avatar",
    ]
    private static let commentWords: Set<String> = [
        "comment", "comments", "disqus", "respond", "replies", "webmentions",
    ]
    /// Words before a name of something that the element has or lacks.
    private static let relations: Set<String> = ["no", "has", "with", "without", "not", "js", "wp"]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The kind by the words of one name.
    fileprivate init(words: [String]) {
        self = []
        let own = words.prefix { !Self.relations.contains($0) }
        if own.contains(where: Self.commentWords.contains) { insert(.comments) }
        if own.contains(where: Self.words.contains) { insert(.other) }
    }
}

/// A reader of the names of a page's elements, many of which have the same.
struct NameReader {
    private let tree: PageTree
    private var known: [Substring: NodeNames] = [:]

    init(_ tree: PageTree) { self.tree = tree }

    /// - Parameter isInSentence: true if the element is a part of a text that reads as prose.
    mutating func names(of index: Int, isInSentence: Bool) -> NodeNames {
        let node = tree.nodes[index]
        let isInline = node.tag == .span || node.tag == .a || node.tag == .other
        guard node.tag.isBlock || (isInline && !isInSentence) else { return [] }
        var names: NodeNames = []
        if let classes = node.attributes["class"]?.prefix(400) {
            for name in classes.split(whereSeparator: \.isWhitespace) { names.formUnion(meaning(of: name)) }
        }
        if let id = node.attributes["id"]?.prefix(400) {
            let own = meaning(of: id)
            // Generators of pages make ids from headings.
            if !own.contains(.other) || !isHeading(index, of: id) { names.formUnion(own) }
        }
        return names
    }

    private mutating func meaning(of name: Substring) -> NodeNames {
        if let names = known[name] { return names }
        let names = NodeNames(words: name.nameWords)
        known[name] = names
        return names
    }

    /// Returns true if an element is, or begins with, a heading of the words of its id.
    private func isHeading(_ index: Int, of id: Substring) -> Bool {
        let node = tree.nodes[index]
        let isInHeading = node.parent >= 0 && tree.nodes[node.parent].tag.headingLevel != nil
        let heading =
            isInHeading ? index : (index..<node.end).prefix(20).first { tree.nodes[$0].tag.headingLevel != nil }
        guard let heading else { return false }
        let text = tree.text(of: heading)
        return text.count < 400 && Substring(text).nameWords == id.nameWords
    }
}

extension Substring {
    /// The lowercase words of a name: `postFooter-links` has three.
    fileprivate var nameWords: [String] {
        var words: [String] = []
        var word = ""
        var wasLowercase = false
        for scalar in unicodeScalars {
            let isLetter = scalar.properties.isAlphabetic
            if (!isLetter || (wasLowercase && scalar.properties.isUppercase)), !word.isEmpty {
                words.append(word.lowercased())
                word = ""
            }
            if isLetter { word.unicodeScalars.append(scalar) }
            wasLowercase = scalar.properties.isLowercase
        }
        if !word.isEmpty { words.append(word.lowercased()) }
        return words
    }
}
