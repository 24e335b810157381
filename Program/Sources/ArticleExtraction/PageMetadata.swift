import Platform
import WebText

/// The metadata of a page, in its elements and in JSON-LD (schema.org).
struct PageMetadata {
    /// The article's title as plain text on one line.
    private(set) var title: String?
    /// The author's name; nil unless there is exactly one.
    private(set) var byline: String?
    /// The address in the first `<base>`.
    private(set) var base: String?
    /// The address by which the page calls itself.
    private(set) var canonical: String?
    /// The article's text in JSON-LD, if the page has it there.
    private(set) var articleBody: String?
    /// True if the page says that it is an article.
    private(set) var isArticle = false
    /// The elements around the forms that ask for a password.
    private(set) var signIns: [Int] = []
    /// True if the page says that the text is for subscribers only.
    private(set) var isRestricted = false
    /// The elements that are called a paywall.
    private var paywalls: [Int] = []

    init(_ tree: PageTree) {
        var shared: String?
        var heading: String?
        var authors: [String] = []
        for (index, node) in tree.nodes.enumerated() {
            switch node.tag {
            case .base: base = base ?? node.attributes["href"]
            case .link where node.attributes["rel"]?.lowercased() == "canonical":
                canonical = node.attributes["href"] ?? canonical
            case .meta:
                let name = (node.attributes["property"] ?? node.attributes["name"] ?? "").lowercased()
                guard let content = node.attributes["content"] else { break }
                if name == "og:url" { canonical = canonical ?? content }
                if name == "og:title" { shared = shared ?? Self.line(content) }
                if name == "og:type", content.lowercased() == "article" { isArticle = true }
                if name == "author" { authors.append(content) }
            case .h1 where heading == nil:
                heading = Self.heading(tree.text(of: index))
            case .input where node.attributes["type"]?.lowercased() == "password":
                signIns.append(Self.surroundings(of: index, tree))
            case .div, .section, .aside:
                let names = (node.attributes["class"] ?? "") + " " + (node.attributes["id"] ?? "")
                let words = names.prefix(400).lowercased()
                if words.contains("paywall") || words.contains("regwall") { paywalls.append(index) }
            default: break
            }
        }
        for script in tree.structuredData { read(script, &authors) }
        let documentTitle = tree.title.flatMap(Self.line)
        title =
            shared ?? heading.flatMap { heading in documentTitle.map { $0.contains(heading) } ?? true ? heading : nil }
            ?? documentTitle
        let names = Set(authors.compactMap(Self.line).filter { !$0.contains("://") && $0.count <= 100 })
        byline = names.count == 1 ? names.first : nil
    }

    /// Returns the element around a field's form, or around the field if it has no form.
    private static func surroundings(of field: Int, _ tree: PageTree) -> Int {
        var node = field
        while node > 0, tree.nodes[node].tag != .form { node = tree.nodes[node].parent }
        return tree.nodes[node > 0 ? node : field].parent
    }

    private static func line(_ text: String) -> String? { SafeText(line: text, atMost: 300).text.ifNotBlank }

    /// A heading on one line, without the sign of a link to itself.
    static func heading(_ text: String) -> String? {
        guard let line = line(text) else { return nil }
        return line.hasSuffix("¶") || line.hasSuffix("#") ? String(line.dropLast()).trimmed.ifNotBlank : line
    }

    private mutating func read(_ script: String, _ authors: inout [String]) {
        let decoder = JSONDecoder()
        let data = Data(script.utf8)
        guard let value = try? decoder.decode(StructuredData.self, from: data) else { return }  // it's broken
        for thing in value.things where thing.isArticle {
            if articleBody == nil, let body = thing.articleBody, body.textLength >= 400 { articleBody = body }
            authors += thing.authors
            if thing.isFree == false { isRestricted = true }
        }
    }

    /// Returns the reason why a text may not be the whole article; nil without a reason.
    ///
    /// - Parameters:
    ///   - root: the article's element; nil if the text isn't from an element.
    ///   - shown: the measures of the text that each element shows.
    func doubt(of text: String, _ root: Int?, _ tree: PageTree, _ shown: TextMeasures) -> ExtractionDoubt? {
        let length = text.textLength
        guard let root else { return isRestricted && length < 4_000 ? .paywall : nil }
        // Pages also call the text itself so, which is then there.
        let isOpen = paywalls.contains { shown[$0].prose * 2 > shown[root].prose }
        if isRestricted, !isOpen, length < 4_000 { return .paywall }
        // An offer after the beginning of a text, rather than a link in the page's head.
        if !isOpen, length < 2_500, paywalls.contains(where: { $0 > root && shown[$0].length > 0 }) { return .paywall }
        let isMarked = tree.nodes[root].tag == .article || tree.nodes[root].isArticleBody
        // The text beside a form is about signing in.
        let asks = signIns.contains {
            shown[$0].prose * 2 > shown[root].prose && (!isMarked || tree.contains(root, $0))
        }
        if length < 1_000, asks { return .signIn }
        return nil
    }
}

/// A document of JSON-LD, as far as articles need it.
struct StructuredData: Decodable {
    /// An object of it.
    struct Thing {
        var isArticle = false
        var articleBody: String?
        var authors: [String] = []
        var isFree: Bool?
    }

    private(set) var things: [Thing] = []

    private enum Keys: String, CodingKey {
        case type = "@type", graph = "@graph", articleBody, author, isAccessibleForFree, mainEntity
    }

    init(from decoder: any Decoder) throws {
        if var list = try? decoder.unkeyedContainer() {  // no value of that form
            while !list.isAtEnd, things.count < 100 { things += try list.decode(StructuredData.self).things }
            return
        }
        // A string or a number is no thing.
        guard let object = try? decoder.container(keyedBy: Keys.self) else { return }  // no value of that form
        var thing = Thing()
        thing.isArticle = object.strings(.type).contains { $0.hasSuffix("Article") || $0.hasSuffix("Posting") }
        thing.articleBody = object.strings(.articleBody).first
        thing.isFree =
            (try? object.decode(Bool.self, forKey: .isAccessibleForFree))  // no value of that form
            ?? object.strings(.isAccessibleForFree).first.map { $0.lowercased() != "false" }
        thing.authors = ((try? object.decode(Names.self, forKey: .author)) ?? Names()).names  // no value of that form
        things = [thing]
        for key in [Keys.graph, .mainEntity] {
            things += (try? object.decode(StructuredData.self, forKey: key))?.things ?? []  // no value of that form
        }
    }

    /// The names of persons: texts, or objects with a name.
    private struct Names: Decodable {
        private(set) var names: [String] = []

        private enum Keys: CodingKey { case name }

        init() {}

        init(from decoder: any Decoder) throws {
            if var list = try? decoder.unkeyedContainer() {  // no value of that form
                while !list.isAtEnd, names.count < 100 { names += try list.decode(Names.self).names }
            } else if let object = try? decoder.container(keyedBy: Keys.self) {  // no value of that form
                names = [try? object.decode(String.self, forKey: .name)].compactMap { $0 }  // no value of that form
            } else {
                names = [try decoder.singleValueContainer().decode(String.self)]
            }
        }
    }
}

extension KeyedDecodingContainer {
    /// A text, or the texts of a list.
    fileprivate func strings(_ key: Key) -> [String] {
        if let text = try? decode(String.self, forKey: key) { return [text] }  // any other value counts as missing
        return (try? decode([String].self, forKey: key)) ?? []  // no value of that form
    }
}

/// The site of a page, by its hosts.
struct PageSite {
    private let names: Set<Substring>

    /// - Parameters:
    ///   - address: the page's address.
    ///   - canonical: the address by which the page calls itself.
    init(_ address: URL?, canonical: String?) {
        let hosts = [address?.host.map { Substring($0) }, canonical.flatMap(Self.host)].compactMap { $0 }
        names = Set(hosts.map(Self.name))
    }

    /// Returns true if a link leads to another site.
    func isAbroad(_ link: String?) -> Bool {
        guard !names.isEmpty, let link, let host = Self.host(of: link) else { return false }
        return !names.contains(Self.name(of: host))
    }

    /// The host of an absolute address of the web; nil for others.
    private static func host(of link: String) -> Substring? {
        let parts = link.prefix(300).trimmingPrefix(" ").split(
            separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[1].isEmpty, ["", "http:", "https:"].contains(parts[0].lowercased()) else {
            return nil
        }
        return parts[2].prefix { !"?#:".contains($0) }
    }

    /// The last two labels of a host: its subdomains count as the same site.
    private static func name(of host: Substring) -> Substring {
        let host = Substring(host.lowercased())
        let dots = host.indices.filter { host[$0] == "." }
        return dots.count < 2 ? host : host[host.index(after: dots[dots.count - 2])...]
    }
}
