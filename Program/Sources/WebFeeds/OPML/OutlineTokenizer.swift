import TextDecoding
import WebText

/// A start tag of an OPML document.
struct OutlineTag {
    /// The name without a prefix, in lowercase.
    var name = ""
    /// The values by name, in lowercase; the first of several that isn't blank.
    var attributes: [String: String] = [:]
    /// True if it ends in `/>`.
    var isSelfClosing = false
    /// True if the tag contains the name of the address's attribute, however malformed it is.
    var namesAddress = false
    var place = OutlinePlace()
}

/// The place of a tag in a document.
struct OutlinePlace {
    var line = 0
    /// The indentation of the line, in bytes; nil if another outline's tag precedes this one on it.
    var column: Int?
}

/// Splits an OPML document into tags, also where its markup is malformed.
///
/// An XML parser drops the rest of a tag, or of the document, after a defect. Here, a defect affects one outline: its tag ends where the
/// next one begins, and a value ends at the quotation mark that another attribute or the end of the tag follows.
struct OutlineTokenizer {
    enum Token {
        case start(OutlineTag)
        case end(name: String, OutlinePlace)
    }

    let bytes: UnsafeBufferPointer<UInt8>
    var position: Int
    /// The quotation marks that end no value before the end of a tag, with that end: further values aren't searched for them.
    var unclosed: [UInt8: Int] = [:]
    /// The ends of comments and sections that the rest of the document lacks.
    private var missingEnds: Set<String> = []
    private var line = 0
    private var lineStart = 0
    /// The position up to which lines are counted.
    private var counted = 0
    /// The line of the last tag of an outline.
    private var outlineLine: Int?

    /// Reads UTF-8 from a position on.
    init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// The next tag; nil at the end. Comments, declarations and CDATA sections are skipped.
    mutating func next() -> Token? {
        while let start = bytes.firstIndex(of: UInt8(ascii: "<"), from: position, to: bytes.count) {
            position = start + 1
            guard position < bytes.count else { return nil }
            switch bytes[position] {
            case UInt8(ascii: "!"):
                skip(past: bytes.has("<!--", at: start) ? "-->" : bytes.has("<![CDATA[", at: start) ? "]]>" : ">")
            case UInt8(ascii: "?"): skip(past: "?>")
            case UInt8(ascii: "/"):
                position += 1
                guard let name = name() else { continue }
                position =
                    bytes[position...].firstIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") } ?? bytes.count
                return .end(name: name, place(of: start, name))
            default: if let tag = startTag(at: start) { return .start(tag) }
            }
        }
        return nil
    }

    /// The text up to the next end tag, without the markers of CDATA sections.
    func content() -> String {
        let end = bytes.firstIndex(of: "</", from: position, to: min(position + 10_000, bytes.count)) ?? position
        return text(position..<end).withoutSectionMarkers(inside: true)
    }

    /// Skips past the text; if it is missing, nothing is skipped.
    private mutating func skip(past text: StaticString) {
        guard !missingEnds.contains(text.description) else { return }
        guard let found = bytes.firstIndex(of: text, from: position, to: bytes.count) else {
            missingEnds.insert(text.description)
            return
        }
        position = found + text.utf8CodeUnitCount
    }

    // MARK: Tags

    private mutating func startTag(at start: Int) -> OutlineTag? {
        guard let name = name() else { return nil }
        var tag = OutlineTag(name: name, place: place(of: start, name))
        let limit = limit(ofTagAt: start)
        while position < limit, bytes[position] != UInt8(ascii: ">") {
            guard bytes[position].isNameStart else {
                position += 1
                continue
            }
            let nameStart = position
            position = endOfName(from: position, limit)
            let attribute = String(decoding: bytes[nameStart..<position], as: UTF8.self).lowercased()
            position = endOfSpace(from: position, limit)
            guard position < limit, bytes[position] == UInt8(ascii: "=") else { continue }
            position = endOfSpace(from: position + 1, limit)
            let value = value(limit)
            if tag.attributes[attribute]?.ifNotBlank == nil { tag.attributes[attribute] = value }
        }
        let last = bytes[start..<position].last { !$0.isSpace }
        tag.isSelfClosing = last == UInt8(ascii: "/")
        tag.namesAddress = tag.attributes["xmlurl"] != nil || isAddressNamed(in: start..<position)
        if position < limit { position += 1 }
        return tag
    }

    /// Reads a name, without its prefix; nil if none is here.
    private mutating func name() -> String? {
        guard position < bytes.count, bytes[position].isNameStart else { return nil }
        let end = endOfName(from: position, bytes.count)
        let name = String(decoding: bytes[position..<end], as: UTF8.self).lowercased()
        position = end
        return name.split(separator: ":").last.map(String.init)
    }

    /// The position at which a tag ends at the latest. The values of an outline may contain `<`, but no tags of an outline.
    private func limit(ofTagAt start: Int) -> Int {
        let isOutline = beginsTag(at: start)
        var search = position
        while let found = bytes.firstIndex(of: UInt8(ascii: "<"), from: search, to: bytes.count) {
            if !isOutline || beginsTag(at: found) { return found }
            search = found + 1
        }
        return bytes.count
    }

    /// True if the tag of an outline, or of an element around all outlines, begins at a `<`.
    private func beginsTag(at start: Int) -> Bool {
        if bytes.has("<!--", at: start) { return true }
        let isEnd = start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/")
        let name = bytes[min(start + (isEnd ? 2 : 1), bytes.count)...].prefix(8).prefix { $0.isLetter }
        switch String(decoding: name, as: UTF8.self).lowercased() {
        case "outline": return isEnd || name.endIndex < bytes.count && bytes[name.endIndex].isSpace
        case "opml", "body": return true
        default: return false
        }
    }

    private func isAddressNamed(in range: Range<Int>) -> Bool {
        for name in ["xmlUrl", "xmlurl", "XMLURL", "xmlURL", "XmlUrl"] as [StaticString]
        where bytes.firstIndex(of: name, from: range.lowerBound, to: range.upperBound) != nil { return true }
        return false
    }

    /// The place of a tag. Counts the lines since the last one.
    private mutating func place(of start: Int, _ name: String) -> OutlinePlace {
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: counted, to: start) {
            line += 1
            (lineStart, counted) = (end + 1, end + 1)
        }
        counted = start
        guard name == "outline" else { return OutlinePlace(line: line) }
        defer { outlineLine = line }
        guard outlineLine != line else { return OutlinePlace(line: line) }
        return OutlinePlace(line: line, column: endOfSpace(from: lineStart, start) - lineStart)
    }

    // MARK: Characters

    func endOfName(from start: Int, _ limit: Int) -> Int {
        bytes[start..<max(start, limit)].firstIndex { !$0.isReferenceCharacter || $0 == UInt8(ascii: "#") }
            ?? max(start, limit)
    }

    func endOfSpace(from start: Int, _ limit: Int) -> Int {
        guard start < limit else { return start }
        return bytes[start..<limit].firstIndex { !$0.isSpace } ?? limit
    }

    /// An attribute's text: line breaks become spaces (XML 1.0, 3.3.3), and references are decoded.
    func text(_ range: Range<Int>) -> String {
        let hasBreaks = [0x0a, 0x0d, 0x09].contains {
            bytes.firstIndex(of: $0, from: range.lowerBound, to: range.upperBound) != nil
        }
        let text =
            hasBreaks
            ? String(decoding: bytes[range].map { $0.isSpace ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
            : String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
        let hasReferences = bytes.firstIndex(of: UInt8(ascii: "&"), from: range.lowerBound, to: range.upperBound) != nil
        return hasReferences ? CharacterReferences.decoded(text) : text
    }
}

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

    /// True if the end of the tag or another attribute follows a quotation mark.
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
