internal import WebText

/// Makes XML out of almost-XML in one pass, and leaves out what can do harm.
///
/// - Bare `&` and `<` are escaped; HTML's named references and references to controls become characters.
/// - Characters that XML doesn't have are removed.
/// - Comments, processing instructions and the document type are removed. Its internal entities become text, within a budget;
///   nothing external is ever looked at.
/// - Nesting and the number of attributes are bounded.
///
/// The result is UTF-8 without a declaration.
struct XMLRepair {
    /// Elements may be nested this deep.
    static let maximumDepth = 200
    /// An element may have this many attributes.
    static let maximumAttributes = 200

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var output: XMLOutput
    private var entities = XMLEntities()
    private var depth = 0
    /// The number of defects repaired so far.
    private(set) var repairs = 0
    /// Whether reading stopped before the end, because nesting or attributes passed a bound.
    private(set) var isCutOff = false

    /// Reads `bytes`, valid UTF-8, and writes blocks of the result to `sink` until it returns false.
    init(_ bytes: UnsafeBufferPointer<UInt8>, to sink: @escaping (UnsafeBufferPointer<UInt8>) -> Bool) {
        self.bytes = bytes
        output = XMLOutput(sink)
    }

    /// Reads everything.
    mutating func run() {
        skipToMarkup()
        while position < bytes.count, !output.isClosed, !isCutOff {
            copyPlain()
            guard position < bytes.count else { break }
            switch bytes[position] {
            case UInt8(ascii: "<"): markup()
            case UInt8(ascii: "&"): reference()
            default: dropCharacter()
            }
        }
        output.flush()
    }

    /// White space before the declaration is an error in XML, and messages of a script stand there now and then.
    private mutating func skipToMarkup() {
        while position < bytes.count, bytes[position].isSpace { position += 1 }
        guard position < bytes.count, bytes[position] != UInt8(ascii: "<") else {
            if position > 0 { repairs += 1 }
            return
        }
        let head = bytes[position...].prefix(4096)
        let starts = ["<?xml", "<rss", "<feed", "<rdf:RDF", "<opml"]
        if let start = starts.compactMap({ find($0, in: head) }).min() {
            position = start
            repairs += 1
        }
    }

    // MARK: Text

    /// Copies what needs no attention.
    private mutating func copyPlain() {
        let start = position
        while position < bytes.count, !Self.isSpecial[Int(bytes[position])] { position += 1 }
        output.write(UnsafeBufferPointer(rebasing: bytes[start..<position]))
    }

    /// Controls, `<`, `&`, and the first byte of U+FFFE and U+FFFF.
    private static let isSpecial: [Bool] = (0..<256).map { byte in
        byte < 0x20 ? ![0x09, 0x0a, 0x0d].contains(byte) : [0x3c, 0x26, 0xef].contains(byte)
    }

    /// Drops a character that XML doesn't have; another one that begins with 0xEF is copied.
    private mutating func dropCharacter() {
        let isNoncharacter =
            bytes[position] == 0xef && position + 2 < bytes.count && bytes[position + 1] == 0xbf
            && bytes[position + 2] >= 0xbe
        if bytes[position] == 0xef, !isNoncharacter {
            output.write(bytes[position])
            position += 1
        } else {
            repairs += 1
            position += isNoncharacter ? 3 : 1
        }
    }

    private mutating func reference() {
        position += 1
        let end = bytes[position...].prefix(40).firstIndex { !$0.isReferenceCharacter } ?? bytes.count
        guard end < bytes.count, bytes[end] == UInt8(ascii: ";"), end > position else {
            repairs += 1
            output.write("&amp;")
            return
        }
        let name = String(decoding: bytes[position..<end], as: UTF8.self)
        position = end + 1
        switch name {
        case "amp", "lt", "gt", "quot", "apos":
            output.write("&\(name);")
        case _ where name.hasPrefix("#"):
            numericReference(name)
        default:
            if let text = entities.text(of: name) {
                output.write(text.escapedForMarkup)
            } else if let scalar = CharacterReferences.character(named: name) {
                repairs += 1
                output.write(String(scalar))
            } else {
                repairs += 1
                output.write("&amp;\(name);")
            }
        }
    }

    private mutating func numericReference(_ name: String) {
        let decoded = CharacterReferences.decoded("&\(name);")
        let scalars = decoded.unicodeScalars
        guard let scalar = scalars.first, scalars.count == 1 else {
            repairs += 1
            return
        }
        switch scalar.value {
        case 0x09, 0x0a, 0x0d: output.write("&#\(scalar.value);")  // As it is, an attribute would turn it into a space.
        case 0..<0x20, 0xfffe, 0xffff: repairs += 1
        default: output.write(decoded.escapedForMarkup)
        }
    }

    // MARK: Markup

    private mutating func markup() {
        guard position + 1 < bytes.count else { return dropRest() }
        switch bytes[position + 1] {
        case UInt8(ascii: "!"): declaration()
        case UInt8(ascii: "?"): skip(past: "?>")
        case UInt8(ascii: "/") where position + 2 < bytes.count && bytes[position + 2].isNameStart:
            depth -= 1
            tag()
        case let byte where byte.isNameStart:
            depth += 1
            tag()
        default:
            repairs += 1
            output.write("&lt;")
            position += 1
        }
        if depth > Self.maximumDepth { isCutOff = true }
    }

    /// Copies a tag to its `>`, or to the next `<` outside of quotation marks, which a tag never has.
    private mutating func tag() {
        output.write(bytes[position])
        position += 1
        var quote: UInt8?
        var attributes = 0
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "&"):
                reference()
                continue
            case UInt8(ascii: "<"):
                guard quote != nil else { return }
                repairs += 1
                output.write("&lt;")
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if quote == nil {
                    quote = byte
                    attributes += 1
                    if attributes > Self.maximumAttributes {
                        isCutOff = true
                        return
                    }
                } else if quote == byte {
                    quote = nil
                }
                output.write(byte)
            case UInt8(ascii: ">") where quote == nil:
                if bytes[position - 1] == UInt8(ascii: "/") { depth -= 1 }
                output.write(byte)
                position += 1
                return
            default:
                if Self.isSpecial[Int(byte)] {
                    dropCharacter()
                    continue
                }
                output.write(byte)
            }
            position += 1
        }
    }

    private mutating func declaration() {
        if starts(with: "<!--") {
            position += 4
            skip(past: "-->")
        } else if starts(with: "<![CDATA[") {
            characterData()
        } else if starts(with: "<!DOCTYPE") || starts(with: "<!doctype") {
            position = entities.readDocumentType(bytes, from: position)
        } else {
            repairs += 1
            skip(past: ">")
        }
    }

    /// Copies a CDATA section, cut into several: the parser looks for the end of one again and again.
    private mutating func characterData() {
        let start = position + 9
        let end = find("]]>", in: bytes[start...])
        if end == nil { repairs += 1 }
        let last = end ?? bytes.count
        position = start
        output.write("<![CDATA[")
        var written = 0
        while position < last {
            let byte = bytes[position]
            if Self.isSpecial[Int(byte)], byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&") {
                dropCharacter()
                continue
            }
            let run = position
            while position < last,
                !Self.isSpecial[Int(bytes[position])] || bytes[position] == 0x3c || bytes[position] == 0x26,
                written < Self.sectionSize || bytes[position] & 0xc0 == 0x80 || bytes[position] == UInt8(ascii: "]")
            {
                position += 1
                written += 1
            }
            output.write(UnsafeBufferPointer(rebasing: bytes[run..<position]))
            if written >= Self.sectionSize, position < last {
                output.write("]]><![CDATA[")
                written = 0
            }
        }
        output.write("]]>")
        position = end.map { $0 + 3 } ?? bytes.count
    }

    private static let sectionSize = 16_384

    // MARK: Looking ahead

    private func starts(with text: StaticString) -> Bool {
        bytes[position...].starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Skips to the text's end, or drops the rest where there is none.
    private mutating func skip(past text: StaticString) {
        guard let found = find("\(text)", in: bytes[position...]) else { return dropRest() }
        position = found + text.utf8CodeUnitCount
    }

    private mutating func dropRest() {
        repairs += 1
        position = bytes.count
    }

    private func find(_ text: String, in range: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let pattern = Array(text.utf8)
        var position = range.startIndex
        while position + pattern.count <= range.endIndex {
            guard bytes[position] == pattern[0] else {
                position += 1
                continue
            }
            if bytes[position...].starts(with: pattern) { return position }
            position += 1
        }
        return nil
    }
}

extension UInt8 {
    var isSpace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }

    /// A letter, `_`, `:` or any character beyond ASCII.
    var isNameStart: Bool { (0x61...0x7a).contains(self | 0x20) || self == 0x5f || self == 0x3a || self >= 0x80 }

    /// What may stand between `&` and `;`.
    var isReferenceCharacter: Bool {
        isNameStart || (0x30...0x39).contains(self) || self == 0x23 || self == 0x2d || self == 0x2e
    }
}
