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

extension Target {
    /// Fails with ``BadRequest`` if the query has a parameter with another name than these.
    func allow(_ names: [String]) throws {
        guard let unknown = query.map(\.name).first(where: { !names.contains($0) }) else { return }
        let known = names.isEmpty ? "It has no parameters." : "Its parameters are \(names.joined(separator: ", "))."
        throw BadRequest(message: "\(shownPath) has no parameter “\(unknown)”. \(known)")
    }

    /// The number of that name; nil if there is none. Fails with ``BadRequest`` if any of several is out of range.
    func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        var result: Int?
        for (_, text) in query.filter({ $0.name == name && !$0.value.isEmpty }) {
            guard let number = Int(text), range.contains(number) else {
                throw BadRequest(
                    message: "“\(text)” isn't a valid \(name). Use a number from \(range.lowerBound) to "
                        + "\(range.upperBound), as in ?\(name)=\(range.upperBound).")
            }
            result = number
        }
        return result
    }

    /// The boolean of that name; nil if there is none. Fails with ``BadRequest`` if it isn't one.
    func flag(_ name: String) throws -> Bool? {
        guard let text = self[name] else { return nil }
        guard let flag = Bool(parameter: text) else {
            throw BadRequest(message: "“\(text)” isn't a valid \(name). Use ?\(name)=1 or ?\(name)=0.")
        }
        return flag
    }

    /// The text of that name; nil if there is none. Fails with ``BadRequest`` if it is too long.
    func text(_ name: String, atMost length: Int) throws -> String? {
        guard let text = self[name] else { return nil }
        guard text.unicodeScalars.count <= length else {
            throw BadRequest(message: "“\(name)” is longer than \(length) characters.")
        }
        return text
    }
}

/// A path on this server to return to. A text that may lead elsewhere isn't one.
struct LocalPath: Sendable, Hashable {
    let text: String

    init?(_ text: String?) {
        guard let text, text.first == "/", text.count <= 2000, !text.hasPrefix("//"), !text.hasPrefix("/\\"),
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return nil }
        self.text = text
    }
}
