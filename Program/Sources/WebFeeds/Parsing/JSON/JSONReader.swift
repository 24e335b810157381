import TextDecoding

/// A pull parser for JSON that builds no tree.
///
/// Accepts control characters inside strings. Limits nesting.
struct JSONReader {
    /// The document isn't JSON.
    struct Malformed: Error {}

    /// The maximum nesting of arrays and objects.
    static let maximumDepth = 200

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// A reader of UTF-8.
    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The first character of the next value; nil at the end.
    mutating func peek() -> UInt8? {
        while position < bytes.count, bytes[position].isSpace { position += 1 }
        return position < bytes.count ? bytes[position] : nil
    }

    /// Calls `body` at each member's value, which it must read or skip; false if the value isn't an object.
    mutating func object(_ body: (inout JSONReader, String) throws(Malformed) -> Void) throws(Malformed) -> Bool {
        guard peek() == UInt8(ascii: "{") else { return false }
        position += 1
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "}"):
                position += 1
                return true
            case UInt8(ascii: ","): position += 1
            default:
                guard let name = try string(), peek() == UInt8(ascii: ":") else { throw Malformed() }
                position += 1
                try body(&self, name)
            }
        }
        throw Malformed()
    }

    /// Calls `body` at each element, which it must read or skip; false if the value isn't an array.
    mutating func array(_ body: (inout JSONReader) throws(Malformed) -> Void) throws(Malformed) -> Bool {
        guard peek() == UInt8(ascii: "[") else { return false }
        position += 1
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "]"):
                position += 1
                return true
            case UInt8(ascii: ","): position += 1
            default:
                let start = position
                try body(&self)
                guard position > start else { throw Malformed() }
            }
        }
        throw Malformed()
    }

    /// Reads a string; nil, without reading anything, if the value isn't one.
    mutating func string() throws(Malformed) -> String? {
        guard peek() == UInt8(ascii: "\"") else { return nil }
        position += 1
        let start = position
        var isPlain = true
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\") {
                isPlain = false
                position += 1
            }
            position += 1
        }
        guard position < bytes.count else { throw Malformed() }
        let content = UnsafeBufferPointer(rebasing: bytes[start..<position])
        position += 1
        return isPlain ? String(decoding: content, as: UTF8.self) : Self.unescaped(content)
    }

    /// Reads a string, number or boolean as text; nil for null, and for arrays and objects, which are skipped.
    mutating func scalar() throws(Malformed) -> String? {
        if let text = try string() { return text }
        guard let byte = peek() else { throw Malformed() }
        guard byte != UInt8(ascii: "{"), byte != UInt8(ascii: "[") else {
            try skip()
            return nil
        }
        let start = position
        while position < bytes.count, !Self.endsLiteral(bytes[position]) { position += 1 }
        guard position > start else { throw Malformed() }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        return text == "null" ? nil : text
    }

    /// Skips a value.
    mutating func skip() throws(Malformed) {
        var depth = 0
        repeat {
            guard let byte = peek() else { throw Malformed() }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                guard depth <= Self.maximumDepth else { throw Malformed() }
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { throw Malformed() }
                depth -= 1
                position += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                guard depth > 0 else { throw Malformed() }
                position += 1
            case UInt8(ascii: "\""): try skipString()
            default:
                while position < bytes.count, !Self.endsLiteral(bytes[position]) { position += 1 }
            }
        } while depth > 0
    }

    private mutating func skipString() throws(Malformed) {
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard position < bytes.count else { throw Malformed() }
        position += 1
    }

    private static func endsLiteral(_ byte: UInt8) -> Bool {
        byte.isSpace || [0x2c, 0x3a, 0x5d, 0x7d, 0x7b, 0x5b, 0x22].contains(byte)
    }

    private static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            guard byte == UInt8(ascii: "\\"), position < bytes.count else {
                result.append(byte)
                continue
            }
            let escape = bytes[position]
            position += 1
            switch escape {
            case UInt8(ascii: "n"): result.append(0x0a)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "r"): result.append(0x0d)
            case UInt8(ascii: "b"), UInt8(ascii: "f"): break  // control characters that no text needs
            case UInt8(ascii: "u"): result += UTF8.encode(scalar(bytes, &position)) ?? UTF8.encodedReplacementCharacter
            default: result.append(escape)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The character after `\u`, of one or two UTF-16 units.
    private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> Unicode.Scalar {
        guard let first = unit(bytes, position) else { return "\u{fffd}" }
        position += 4
        guard first >= 0xd800, first < 0xe000 else { return Unicode.Scalar(first) ?? "\u{fffd}" }
        guard first < 0xdc00, position + 6 <= bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u"), let second = unit(bytes, position + 2), 0xdc00..<0xe000 ~= second
        else { return "\u{fffd}" }
        position += 6
        return Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00)) ?? "\u{fffd}"
    }

    private static func unit(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt32? {
        guard start + 4 <= bytes.count else { return nil }
        return UInt32(String(decoding: bytes[start..<start + 4], as: UTF8.self), radix: 16)
    }
}
