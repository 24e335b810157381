import Feeds
import WebText

/// The target of a request: the parts of its path, and its query.
struct Target: Sendable, Hashable {
    /// The path as received, percent-encoded.
    let path: String
    /// The parts between slashes, decoded.
    let parts: [String]
    /// The end of the path that asks for another form of a feed; not part of ``parts``.
    let suffix: Suffix?
    /// The query's names and values in order, decoded.
    let query: [(name: String, value: String)]
    /// The query as received; empty if there is none.
    let rawQuery: String

    /// The path for logs and messages, without the secret that some addresses contain.
    var shownPath: String {
        guard let root = parts.first, parts.count > 1, Route.secretRoots.contains(root) else {
            return path
        }
        return "/" + root + "/…"
    }

    /// Another form of a feed.
    typealias Suffix = Feed.Format

    /// Reads a request target in origin form (RFC 9112, section 3.2.1); nil if the path or its encoding is invalid.
    init?(_ target: String) {
        // The codec turns the absolute form, which proxies send, into this one. Only Host names the server.
        let rest = target[...]
        guard rest.first == "/" else { return nil }
        let path = rest.prefix { $0 != "?" }
        rawQuery = String(rest.dropFirst(path.count).dropFirst().prefix { $0 != "#" })
        self.path = String(path)
        var raw = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        if raw == [""] { raw = [] }
        // Only an unescaped dot begins a suffix: the page of a feed whose name ends in one is at “…%2Ejson”.
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

    /// The last value of that name, unless it is empty.
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
