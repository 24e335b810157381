import TextDecoding
import WebText

extension OutlineTokenizer {
    /// Reads the value of an attribute, with or without quotation marks.
    mutating func value(_ limit: Int) -> String {
        guard position < limit else { return "" }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return unquotedValue(limit) }
        position += 1
        let start = position
        var search = unclosed[quote] == limit ? limit : start
        while let mark = bytes.firstIndex(of: quote, from: search, to: limit) {
            if endsValue(at: mark, limit) {
                position = mark + 1
                return text(start..<withoutStrayMark(start..<mark, quote))
            }
            if let next = attribute(before: mark, after: start) {
                position = next
                return text(start..<next)
            }
            search = mark + 1
        }
        unclosed[quote] = limit
        return unclosedValue(from: start, limit)
    }

    /// Whether the tag or another attribute follows a quotation mark.
    private func endsValue(at mark: Int, _ limit: Int) -> Bool {
        let next = endOfSpace(from: mark + 1, limit)
        guard next < limit, bytes[next] != UInt8(ascii: ">") else { return true }
        if bytes[next] == UInt8(ascii: "/") {
            let last = endOfSpace(from: next + 1, limit)
            return last == limit || bytes[last] == UInt8(ascii: ">")
        }
        guard bytes[next].isNameStart else { return false }
        let equals = endOfSpace(from: endOfName(from: next, limit), limit)
        guard equals < limit, bytes[equals] == UInt8(ascii: "=") else { return false }
        // Without a space, as in `text="a"title="b"`, a value has to follow.
        return next > mark + 1 || isQuote(endOfSpace(from: equals + 1, limit), limit)
    }

    private func isQuote(_ position: Int, _ limit: Int) -> Bool {
        position < limit && (bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'"))
    }

    /// The start of the attribute whose value a quotation mark begins, as in `text="News xmlUrl="…"`; nil for any other mark.
    private func attribute(before mark: Int, after start: Int) -> Int? {
        guard let equals = bytes[start..<mark].lastIndex(where: { !$0.isSpace }), bytes[equals] == UInt8(ascii: "="),
            let last = bytes[start..<equals].lastIndex(where: { !$0.isSpace })
        else { return nil }
        let name = bytes[start...last].suffix(Self.longestName + 1).reversed().prefix { $0.isLetter }
        let first = last + 1 - name.count
        guard first == start || bytes[first - 1].isSpace,
            Self.names.contains(String(decoding: bytes[first...last], as: UTF8.self).lowercased())
        else { return nil }
        return first
    }

    /// The names of the attributes that outlines of feeds have.
    private static let names: Set<String> = [
        "text", "title", "type", "xmlurl", "htmlurl", "url", "description", "language", "version", "category",
        "created",
        "iscomment", "isbreakpoint", "icon", "iconurl",
    ]
    private static let longestName = 12

    /// The end of a value without the first of two quotation marks after it, as in `text="News" "type="rss"`.
    private func withoutStrayMark(_ value: Range<Int>, _ quote: UInt8) -> Int {
        guard bytes.firstIndex(of: quote, from: value.lowerBound, to: value.upperBound) != nil,
            let last = bytes[value].lastIndex(where: { !$0.isSpace }), bytes[last] == quote,
            !bytes[value].count(where: { $0 == quote }).isMultiple(of: 2)
        else { return value.upperBound }
        return last
    }

    /// Reads a value without a second quotation mark: up to the next attribute, or else the end of the tag.
    private mutating func unclosedValue(from start: Int, _ limit: Int) -> String {
        for mark in start..<limit where isQuote(mark, limit) {
            guard let next = attribute(before: mark, after: start) else { continue }
            position = next
            return text(start..<next)
        }
        let end = bytes.firstIndex(of: UInt8(ascii: ">"), from: start, to: limit) ?? limit
        return value(from: start, to: end)
    }

    private mutating func unquotedValue(_ limit: Int) -> String {
        let start = position
        let end = bytes[start..<limit].firstIndex { $0.isSpace || $0 == UInt8(ascii: ">") } ?? limit
        return value(from: start, to: end)
    }

    /// The text up to `end`, where a tag may end in `/>`.
    private mutating func value(from start: Int, to end: Int) -> String {
        position = end
        let isClosing =
            end > start && bytes[end - 1] == UInt8(ascii: "/") && (end == bytes.count || !bytes[end].isSpace)
        return text(start..<(isClosing ? end - 1 : end))
    }
}
