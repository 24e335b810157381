/// Reads markup as strictly as XML: known elements, where HTML allows them, closed in order, and known attributes alone.
struct MarkupCheck {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var depth = 0

    private static let attributes: Set<String> = [
        "", " dir=\"auto\"", " tabindex=\"0\"", " start=\"4\"", " open", " class=\"language-c\"", " title=\"t\"",
        " rel=\"noopener noreferrer nofollow\"",
    ]
    // Regular expressions of Swift aren't Sendable.
    private static var picture: Regex<(Substring, Substring?, Substring?)> {
        #/ src="/pictures/[^"<>]*" alt="[^"<>]*"( title="[^"<>]*")?( width="[1-9]\d{0,4}" height="[1-9]\d{0,4}")? loading="lazy" decoding="async"/#
    }
    private static let inlines: Set<String> = ["strong", "em", "code", "del", "mark", "sup", "sub", "abbr", "a"]
    private static let parts: [String: Set<String>] = [
        "li": ["ul", "ol"], "dt": ["dl"], "dd": ["dl"], "tr": ["table"], "caption": ["table"], "td": ["tr"],
        "th": ["tr"], "figcaption": ["figure"], "summary": ["details"],
    ]
    private static let blocks: Set<String> = [
        "p", "h2", "h3", "pre", "blockquote", "ul", "ol", "dl", "figure", "details", "table",
    ]

    init(_ html: String) throws {
        var open: [String] = []
        var wasOpened = false
        var rest = html[...]
        while let tag = rest.firstIndex(of: "<") {
            let text = rest[..<tag]
            try Self.check(text: text, in: open.last)
            rest = rest[tag...].dropFirst()
            guard let end = rest.firstIndex(of: ">") else { throw Failure(description: "open tag") }
            let source = rest[..<end]
            rest = rest[end...].dropFirst()
            if source.hasPrefix("/") {
                guard open.popLast() == String(source.dropFirst()) else {
                    throw Failure(description: "out of order: \(source)")
                }
                if wasOpened, text.isEmpty, !["td", "th"].contains(String(source.dropFirst())) {
                    throw Failure(description: "empty: \(source)")
                }
                wasOpened = false
                continue
            }
            let name = String(source.prefix { $0 != " " })
            var attributes = String(source.dropFirst(name.count))
            if name == "a", attributes.hasPrefix(" href=\"http"),
                let quote = attributes.dropFirst(7).firstIndex(of: "\"")
            {
                attributes = String(attributes[quote...].dropFirst())
            }
            if name == "img", attributes.wholeMatch(of: Self.picture) != nil { attributes = "" }
            guard Self.attributes.contains(attributes) else { throw Failure(description: "attributes: \(source)") }
            try Self.check(name, in: open)
            wasOpened = !["br", "hr", "img"].contains(name)
            if wasOpened { open.append(name) }
            depth = max(depth, open.count)
        }
        try Self.check(text: rest, in: nil)
        guard open.isEmpty else { throw Failure(description: "left open: \(open)") }
    }

    private static func check(text: Substring, in parent: String?) throws {
        let needsNone =
            parent.map { ["ul", "ol", "dl", "table", "tr", "blockquote", "figure", "details"].contains($0) } ?? true
        if needsNone, !text.isEmpty { throw Failure(description: "text in \(parent ?? "nothing")") }
        if text.contains(">") || text.contains("\"") { throw Failure(description: "not escaped: \(text)") }
    }

    private static func check(_ name: String, in open: [String]) throws {
        let parent = open.last
        let isInText = parent.map { ["p", "h2", "h3", "pre"].contains($0) || inlines.contains($0) } ?? false
        let needsParts = parent.map { ["ul", "ol", "dl", "table", "tr"].contains($0) } ?? false
        let isAllowed =
            if let parents = parts[name] {
                parent.map { parents.contains($0) } ?? false
            } else if blocks.contains(name) || name == "hr" {
                !isInText && !needsParts
            } else if inlines.contains(name) {
                parent != nil && !needsParts && !(name == "a" && open.contains("a"))
            } else {
                ["br", "img"].contains(name) && parent != nil && !needsParts && !open.contains("pre")
            }
        if !isAllowed { throw Failure(description: "\(name) in \(parent ?? "nothing")") }
    }
}
