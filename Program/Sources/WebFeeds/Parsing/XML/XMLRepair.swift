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
    /// Whether reading stopped early because a limit was exceeded.
    var isCutOff = false

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
