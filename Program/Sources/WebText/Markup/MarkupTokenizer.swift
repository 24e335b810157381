/// Splits HTML into start tags, end tags and text; drops comments and declarations.
///
/// Anything that isn't a tag is text. Broken markup never fails.
package struct MarkupTokenizer: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0
    /// The start of the last token.
    private var start = 0
    /// The element whose raw content follows.
    private var rawElement: String?
    /// True if the markup ended inside the last tag.
    private(set) var isTruncated = false
    /// True if the last tag ended in `/>`.
    package private(set) var isSelfClosing = false

    /// The tokens of `markup`.
    package init(_ markup: String) { bytes = Array(markup.utf8) }

    /// The source of the last token.
    var source: String { String(decoding: bytes[start..<position], as: UTF8.self) }

    /// The next token; nil at the end.
    package mutating func next() -> MarkupToken? {
        start = position
        return read()
    }

    private mutating func read() -> MarkupToken? {
        if let name = rawElement {
            rawElement = nil
            skipContent(of: name)
            if position > start {
                let isText = name == "textarea" || name == "title"
                return .text(isText ? text(start..<position) : String(decoding: bytes[start..<position], as: UTF8.self))
            }
        }
        while position < bytes.count {
            start = position
            if bytes[position] != UInt8(ascii: "<") {
                skip { $0 != UInt8(ascii: "<") }
                return .text(text(start..<position))
            }
            guard let second = peek(1) else { break }
            if second == UInt8(ascii: "!") || second == UInt8(ascii: "?") {
                skipDeclaration()
            } else if second == UInt8(ascii: "/"), peek(2)?.isLetter == true {
                position += 2
                let name = name()
                skip { $0 != UInt8(ascii: ">") }
                endTag()
                return .end(name)
            } else if second.isLetter {
                position += 1
                let (name, attributes) = startTag()
                if MarkupElements.raw.contains(name) { rawElement = name }
                return .start(name, attributes)
            } else {
                position += 1
                return .text("<")
            }
        }
        guard position < bytes.count else { return nil }
        position = bytes.count
        return .text("<")
    }

    private func peek(_ distance: Int) -> UInt8? {
        position + distance < bytes.count ? bytes[position + distance] : nil
    }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
    }

    private func text(_ range: Range<Int>) -> String {
        bytes.withUnsafeBufferPointer { CharacterReferences.decoded(UnsafeBufferPointer(rebasing: $0[range])) }
    }

    private mutating func name() -> String {
        let start = position
        skip { !$0.isSpace && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }
        return String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
    }

    /// A comment ends with `-->`, everything else with the next `>`.
    private mutating func skipDeclaration() {
        let isComment = peek(2) == UInt8(ascii: "-") && peek(3) == UInt8(ascii: "-")
        position += isComment ? 4 : 2
        while position < bytes.count {
            defer { position += 1 }
            guard bytes[position] == UInt8(ascii: ">") else { continue }
            if !isComment || (bytes[position - 1] == UInt8(ascii: "-") && bytes[position - 2] == UInt8(ascii: "-")) {
                return
            }
        }
    }

    /// Skips to the end tag of that name.
    private mutating func skipContent(of name: String) {
        let end = Array("</\(name)".utf8)
        while position < bytes.count {
            skip { $0 != UInt8(ascii: "<") }
            let tag = bytes[position...].prefix(end.count)
            let next = peek(end.count) ?? UInt8(ascii: ">")
            if tag.count == end.count, zip(tag, end).allSatisfy({ $0 | 0x20 == $1 | 0x20 }),
                next.isSpace || next == UInt8(ascii: "/") || next == UInt8(ascii: ">")
            {
                return
            }
            position = Swift.min(position + 1, bytes.count)
        }
    }

    private mutating func startTag() -> (String, MarkupAttributes) {
        let name = name()
        var attributes = MarkupAttributes()
        while let byte = peek(0), byte != UInt8(ascii: ">") {
            guard byte.isAttributeName else {
                position += 1
                continue
            }
            let start = position
            skip { $0.isAttributeName }
            let attribute = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
            skip(while: \.isSpace)
            guard peek(0) == UInt8(ascii: "=") else {
                attributes.append(attribute, "")
                continue
            }
            position += 1
            skip(while: \.isSpace)
            attributes.append(attribute, value())
        }
        isSelfClosing = position <= bytes.count && bytes[position - 1] == UInt8(ascii: "/")
        endTag()
        return (name, attributes)
    }

    private mutating func endTag() {
        isTruncated = position >= bytes.count
        position = Swift.min(position + 1, bytes.count)
    }

    private mutating func value() -> String {
        guard let quote = peek(0), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let start = position
            skip { !$0.isSpace && $0 != UInt8(ascii: ">") }
            return text(start..<position)
        }
        position += 1
        let start = position
        skip { $0 != quote }
        defer { position += 1 }
        return text(start..<position)
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }

    fileprivate var isAttributeName: Bool {
        !isSpace
            && ![UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "'")]
                .contains(self)
    }
}

/// A piece of markup.
package enum MarkupToken: Hashable, Sendable {
    /// Text with its character references decoded.
    case text(String)
    /// `<name …>`: the name in lowercase, and the attributes.
    case start(String, MarkupAttributes)
    /// `</name>`: the name in lowercase.
    case end(String)
}

/// A start tag's attributes; the first of several with one name wins.
package struct MarkupAttributes: Hashable, Sendable {
    private var names: [String] = []
    private var values: [String] = []

    /// No attributes.
    package init() {}

    /// The value of an attribute, with character references decoded, by its lowercase name; empty if it has none.
    package subscript(name: String) -> String? { names.firstIndex(of: name).map { values[$0] } }

    mutating func append(_ name: String, _ value: String) {
        names.append(name)
        values.append(value)
    }
}
