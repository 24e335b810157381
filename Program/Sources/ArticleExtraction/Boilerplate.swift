internal import WebText

/// The parts of a page that aren't its article: menus, forms, advertisements, share bars, comments and notices.
struct Boilerplate {
    /// Whether each node is boilerplate, by itself or with what encloses it.
    private(set) var nodes: [Bool]

    /// The words in classes and ids that name boilerplate.
    private static let words: Set<String> = [
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
    /// The words that name what readers wrote. It may be most of the page's text.
    private static let comments: Set<String> = ["comment", "comments", "disqus", "respond", "replies", "webmentions"]
    /// A class with one of these says what an element has or lacks, rather than what it is.
    private static let prefixes: Set<String> = ["no", "has", "with", "without", "not", "js", "wp"]
    private static let roles: Set<String> = [
        "navigation", "complementary", "banner", "contentinfo", "search", "dialog", "alertdialog", "menu", "menubar",
        "toolbar", "tooltip",
    ]

    init(_ tree: PageTree) {
        nodes = Array(repeating: false, count: tree.nodes.count)
        // Hidden content first, so that it doesn't count.
        var whole = Array(repeating: 0, count: tree.nodes.count)
        var anchors = Array(repeating: false, count: tree.nodes.count)
        var code = Array(repeating: false, count: tree.nodes.count)
        for (index, node) in tree.nodes.enumerated() {
            let parent = node.parent
            let isInside = parent >= 0 && nodes[parent]
            nodes[index] = isInside || node.tag.isSilent || node.isHidden
            if nodes[index] { continue }
            code[index] = node.tag == .pre || node.tag == .code || (parent >= 0 && code[parent])
            anchors[index] = node.isAnchor
            if node.tag == .text { whole[index] = node.text.textLength }
        }
        for index in tree.nodes.indices.reversed() {
            let parent = tree.nodes[index].parent
            if parent < 0 || nodes[index] { continue }
            whole[parent] += whole[index]
            if anchors[index] { anchors[parent] = true }
        }
        for (index, node) in tree.nodes.enumerated() where !nodes[index] {
            let isInside = node.parent >= 0 && nodes[node.parent]
            let isMost = whole[index] * 10 > whole[0] * 6
            nodes[index] = isInside || (!code[index] && Self.isDropped(node, isMost: isMost, isAnchor: anchors[index]))
        }
    }

    /// Leaves out a node and its descendants.
    mutating func drop(_ node: Int, _ tree: PageTree) {
        for index in node..<tree.nodes[node].end { nodes[index] = true }
    }

    /// - Parameters:
    ///   - isMost: whether it contains most of the page's text.
    ///   - isAnchor: whether it contains what the page itself marks as its content.
    private static func isDropped(_ node: PageTree.Node, isMost: Bool, isAnchor: Bool) -> Bool {
        switch node.tag {
        case .text, .html, .body, .main, .article, .td, .th, .tr, .tbody, .pre, .code, .img, .br, .hr: return false
        case .nav, .aside, .footer: return !isAnchor
        case .form, .fieldset: return !isAnchor && !isMost
        default: break
        }
        if isAnchor { return false }
        if let role = node.attributes["role"]?.lowercased(), roles.contains(role) { return !isMost }
        guard node.tag.isBlock || node.tag == .span || node.tag == .a || node.tag == .other else { return false }
        let found = named(node)
        return found.isComments || (found.isOther && !isMost)
    }

    /// What the classes and the id of an element name.
    private static func named(_ node: PageTree.Node) -> (isComments: Bool, isOther: Bool) {
        var (isComments, isOther) = (false, false)
        for name in ["class", "id"] {
            guard let value = node.attributes[name] else { continue }
            for word in value.prefix(400).split(whereSeparator: \.isWhitespace) {
                let parts = word.classWords
                if let first = parts.first, parts.count > 1, prefixes.contains(first) { continue }
                if parts.contains(where: comments.contains) { isComments = true }
                if parts.contains(where: words.contains) { isOther = true }
            }
        }
        return (isComments, isOther)
    }
}

extension PageTree.Node {
    /// Whether browsers don't show it.
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

    /// Whether the page marks it as its content.
    fileprivate var isAnchor: Bool {
        tag == .main || tag == .article || tag == .h1 || attributes["role"]?.lowercased() == "main" || isArticleBody
    }

    /// Whether it is the body of an article (schema.org).
    var isArticleBody: Bool {
        guard let names = attributes["itemprop"] else { return false }
        return names.split(whereSeparator: \.isWhitespace).contains("articleBody")
    }
}

extension Substring {
    /// The lowercase words of a class: `postFooter-links` has three.
    fileprivate var classWords: [String] {
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
