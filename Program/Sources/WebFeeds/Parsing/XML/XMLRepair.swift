import TextDecoding
import WebText

/// Repairs XML in one pass, and removes harmful parts.
///
/// - Escapes bare `&` and `<`; replaces HTML's named references and references to control characters.
/// - Removes characters that XML doesn't allow.
/// - Removes comments, processing instructions and the document type. Internal entities become text, within a budget;
///   external ones are never loaded.
/// - Limits nesting and the number of attributes.
///
/// The result is UTF-8 without a declaration.
struct XMLRepair {
    /// The maximum nesting of elements.
    static let maximumDepth = 200
    /// The maximum number of an element's attributes.
    static let maximumAttributes = 200

    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0
    let output: XMLOutput
    var entities = XMLEntities()
    var depth = 0
    /// The number of defects repaired so far.
    var repairs = 0
    /// True if reading stopped early because a limit was exceeded.
    var isCutOff = false

    /// Reads `bytes`, valid UTF-8, and writes blocks of the result to `destination` until it returns false.
    init(_ bytes: UnsafeBufferPointer<UInt8>, to destination: @escaping (UnsafeBufferPointer<UInt8>) -> Bool) {
        self.bytes = bytes
        output = XMLOutput(destination)
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

    /// XML allows no white space before the declaration, but scripts sometimes print messages there.
    private mutating func skipToMarkup() {
        position = DocumentStart.xml(in: bytes) ?? DocumentStart.text(in: bytes) ?? bytes.count
        if position > 0 { repairs += 1 }
    }

    // MARK: Text

    /// Copies text without special characters.
    private mutating func copyPlain() {
        var end = position
        while end < bytes.count, !bytes[end].isSpecialInXML { end += 1 }
        copy(to: end)
    }

    /// Drops a character that XML doesn't allow; copies any other that begins with 0xEF.
    mutating func dropCharacter() {
        let isNoncharacter =
            bytes[position] == 0xef && position + 2 < bytes.count && bytes[position + 1] == 0xbf
            && bytes[position + 2] >= 0xbe
        if bytes[position] == 0xef, !isNoncharacter {
            copy(to: position + 1)
        } else {
            repairs += 1
            position += isNoncharacter ? 3 : 1
        }
    }

    mutating func reference() {
        for known in Self.ownReferences where bytes.has(known, at: position) {
            return copy(to: position + known.utf8CodeUnitCount)
        }
        position += 1
        let end = bytes[position...].prefix(40).firstIndex { !$0.isReferenceCharacter } ?? bytes.count
        guard end < bytes.count, bytes[end] == UInt8(ascii: ";"), end > position else {
            repairs += 1
            output.write("&amp;")
            return
        }
        let name = String(decoding: bytes[position..<end], as: UTF8.self)
        position = end + 1
        if name.hasPrefix("#") {
            numericReference(name)
        } else if let text = entities.text(of: name) {
            output.write(text.escapedForMarkup)
        } else if let scalar = CharacterReferences.character(named: name) {
            repairs += 1
            output.write(String(scalar))
        } else {
            repairs += 1
            output.write("&amp;\(name);")
        }
    }

    /// XML's predefined entities, the most frequent first.
    private static let ownReferences: [StaticString] = ["&lt;", "&gt;", "&amp;", "&quot;", "&apos;"]

    private mutating func numericReference(_ name: String) {
        let decoded = CharacterReferences.decoded("&\(name);")
        let scalars = decoded.unicodeScalars
        guard let scalar = scalars.first, scalars.count == 1 else {
            repairs += 1
            return
        }
        switch scalar.value {
        case 0x09, 0x0a, 0x0d: output.write("&#\(scalar.value);")  // attributes normalize bare ones
        case 0..<0x20, 0xfffe, 0xffff: repairs += 1
        default: output.write(decoded.escapedForMarkup)
        }
    }
}

extension XMLRepair {
    /// Reads a tag, a CDATA section, or markup to leave out.
    mutating func markup() {
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

    /// Copies a tag up to its `>`, or up to an unquoted `<`, which no tag contains.
    private mutating func tag() {
        var quote: UInt8?
        var attributes = 0
        var end = position + 1
        while end < bytes.count {
            let byte = bytes[end]
            switch byte {
            case UInt8(ascii: "<"):
                copy(to: end)
                guard quote != nil else { return }
                repairs += 1
                output.write("&lt;")
                position += 1
            case UInt8(ascii: "&"):
                copy(to: end)
                reference()
                end = position
                continue
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
            case UInt8(ascii: ">") where quote == nil:
                if bytes[end - 1] == UInt8(ascii: "/") { depth -= 1 }
                return copy(to: end + 1)
            default:
                if byte.isSpecialInXML {
                    copy(to: end)
                    dropCharacter()
                    end = position
                    continue
                }
            }
            end += 1
        }
        copy(to: end)
    }

    /// Copies everything before `end`.
    mutating func copy(to end: Int) {
        output.write(UnsafeBufferPointer(rebasing: bytes[position..<end]))
        position = end
    }

    private mutating func declaration() {
        if bytes.has("<!--", at: position) {
            position += 4
            skip(past: "-->")
        } else if bytes.has("<![CDATA[", at: position) {
            characterData()
        } else if bytes.has("<!DOCTYPE", at: position) || bytes.has("<!doctype", at: position) {
            position = entities.readDocumentType(bytes, from: position)
        } else {
            repairs += 1
            skip(past: ">")
        }
    }

    /// Copies a CDATA section in parts: for a long one the parser would search its end again and again.
    private mutating func characterData() {
        position += 9
        let found = bytes.firstIndex(of: "]]>", from: position, to: bytes.count)
        if found == nil { repairs += 1 }
        let last = found ?? bytes.count
        output.write("<![CDATA[")
        while position < last {
            let limit = min(position + Self.sectionSize, last)
            var end = position
            while end < limit,
                !bytes[end].isSpecialInXML || bytes[end] == UInt8(ascii: "<") || bytes[end] == UInt8(ascii: "&")
            {
                end += 1
            }
            let isCut = end == limit && limit < last
            // Doesn't split a character or `]]`.
            while isCut, end < last, bytes[end] & 0xc0 == 0x80 || bytes[end] == UInt8(ascii: "]") { end += 1 }
            copy(to: end)
            if isCut {
                output.write("]]><![CDATA[")
            } else if end < last {
                dropCharacter()
            }
        }
        output.write("]]>")
        position = found.map { $0 + 3 } ?? bytes.count
    }

    private static let sectionSize = 16_384

    /// Skips past the text, or drops the rest if it isn't found.
    private mutating func skip(past text: StaticString) {
        guard let found = bytes.firstIndex(of: text, from: position, to: bytes.count) else { return dropRest() }
        position = found + text.utf8CodeUnitCount
    }

    private mutating func dropRest() {
        repairs += 1
        position = bytes.count
    }
}

/// Buffers bytes and writes them in blocks.
final class XMLOutput {
    private static let blockSize = 32_768
    private let block = UnsafeMutablePointer<UInt8>.allocate(capacity: blockSize)
    private var count = 0
    private let destination: (UnsafeBufferPointer<UInt8>) -> Bool
    /// True if the receiver has stopped.
    private(set) var isClosed = false

    init(_ destination: @escaping (UnsafeBufferPointer<UInt8>) -> Bool) { self.destination = destination }

    deinit { block.deallocate() }

    func write(_ text: StaticString) {
        write(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    func write(_ text: String) {
        var copy = text
        copy.withUTF8 { write($0) }
    }

    func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard var start = bytes.baseAddress else { return }
        var rest = bytes.count
        while rest > 0 {
            if count == Self.blockSize { flush() }
            let part = min(rest, Self.blockSize - count)
            (block + count).update(from: start, count: part)
            count += part
            start += part
            rest -= part
        }
    }

    func flush() {
        if count > 0, !isClosed { isClosed = !destination(UnsafeBufferPointer(start: block, count: count)) }
        count = 0
    }
}
