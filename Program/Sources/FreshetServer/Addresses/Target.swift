import WebText

/// What a request asks for: the path in parts, and the query.
struct Target: Sendable, Hashable {
    /// The path as it came, with its percent encoding.
    let path: String
    /// The parts between slashes, decoded.
    let parts: [String]
    /// What the path ends with to ask for another form of the same thing; never part of ``parts``.
    let suffix: Suffix?
    /// Names and values in their order, decoded.
    let query: [(name: String, value: String)]
    /// The query as it came; empty where there is none.
    let rawQuery: String

    /// Another form of a feed.
    enum Suffix: String, Sendable, CaseIterable {
        /// JSON Feed.
        case json = ".json"
        /// Atom.
        case atom = ".atom"
    }

    /// Reads a request target in origin form (RFC 9112, section 3.2.1); nil where the path or its encoding is none.
    init?(_ target: String) {
        // The absolute form that proxies send has been made this one by the codec; its authority counts for nothing beside Host.
        let rest = target[...]
        guard rest.first == "/" else { return nil }
        let path = rest.prefix { $0 != "?" }
        rawQuery = String(rest.dropFirst(path.count).dropFirst().prefix { $0 != "#" })
        self.path = String(path)
        var raw = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        if raw == [""] { raw = [] }
        // Only a dot that is written as such begins a suffix: the page of a repository whose name ends in one is at “…%2Ejson”.
        var suffix: Suffix?
        if let last = raw.last, let found = Suffix.allCases.first(where: { last.hasSuffix($0.rawValue) }) {
            suffix = found
            raw[raw.count - 1] = last.dropLast(found.rawValue.count)
        }
        self.suffix = suffix
        var parts: [String] = []
        for part in raw {
            guard let decoded = part.percentDecoded else { return nil }
            parts.append(decoded)
        }
        self.parts = parts
        var query: [(name: String, value: String)] = []
        for pair in rawQuery.split(separator: "&") {
            let name = pair.prefix { $0 != "=" }
            guard let decodedName = name.formDecoded, let value = pair.dropFirst(name.count + 1).formDecoded else {
                return nil
            }
            query.append((decodedName, value))
        }
        self.query = query
    }

    /// The last value of that name, if it is not empty.
    subscript(name: String) -> String? {
        query.last { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    static func == (one: Target, other: Target) -> Bool {
        one.path == other.path && one.rawQuery == other.rawQuery
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(rawQuery)
    }
}

extension FeedAddress {
    /// The path of the feed's page, percent-encoded.
    var path: String {
        let path = "/" + parts.map(\.percentEncoded).joined(separator: "/")
        guard let suffix = Target.Suffix.allCases.first(where: { path.hasSuffix($0.rawValue) }) else { return path }
        return path.dropLast(suffix.rawValue.count) + "%2E" + suffix.rawValue.dropFirst()
    }
}
