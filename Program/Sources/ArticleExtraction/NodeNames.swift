import WebText

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

/// Reads the names of a page's elements, of which many have the same.
struct NameReader {
    private let tree: PageTree
    private var known: [Substring: NodeNames] = [:]

    init(_ tree: PageTree) { self.tree = tree }

    /// - Parameter isInSentence: whether the element is a part of a text that reads as prose.
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

    /// Whether an element is, or begins with, a heading of the words of its id.
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
