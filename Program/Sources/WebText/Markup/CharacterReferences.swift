/// Character references such as `&#x27;` and `&eacute;`.
package enum CharacterReferences {
    /// The text with its references replaced.
    ///
    /// Invalid numbers, names unknown to HTML 4 and references without a semicolon stay as they are.
    package static func decoded(_ text: String) -> String {
        guard text.utf8.contains(ampersand) else { return text }
        var copy = text
        return copy.withUTF8 { decoded($0) }
    }

    /// The character of a name such as `eacute`; nil for an unknown name.
    package static func character(named name: String) -> Unicode.Scalar? { CharacterNames.scalar(name) }

    static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte == ampersand, let (scalar, end) = reference(in: bytes, after: position) {
                result += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                position = end
            } else {
                result.append(byte)
                position += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let ampersand = UInt8(ascii: "&")
    /// The maximum length: longer than any name, and any number with a few leading zeros.
    private static let longest = 16

    private static func reference(in bytes: UnsafeBufferPointer<UInt8>, after start: Int) -> (Unicode.Scalar, Int)? {
        let first = start + 1
        var end = first
        while end < bytes.count, end - first <= longest, bytes[end].isReferenceCharacter { end += 1 }
        guard end < bytes.count, end > first, bytes[end] == UInt8(ascii: ";") else { return nil }
        let isNumeric = bytes[first] == UInt8(ascii: "#")
        let scalar =
            isNumeric
            ? number(bytes[(first + 1)..<end])
            : CharacterNames.scalar(String(decoding: bytes[first..<end], as: UTF8.self))
        return scalar.map { ($0, end + 1) }
    }

    private static func number(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar? {
        let isHexadecimal = bytes.first.map { $0 | 0x20 } == UInt8(ascii: "x")
        let digits = Substring(decoding: isHexadecimal ? bytes.dropFirst() : bytes, as: UTF8.self)
        guard let value = UInt32(digits, radix: isHexadecimal ? 16 : 10), value != 0 else { return nil }
        // C1 control codes mean the characters of Windows-1252 (HTML, 13.2.5.80).
        if (0x80...0x9f).contains(value) { return windows1252(UInt8(value)) }
        return Unicode.Scalar(value)
    }

    /// The character of a byte from 0x80 to 0x9F in Windows-1252; other bytes are Latin-1.
    package static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        (0x80...0x9f).contains(byte) ? windows1252Table[Int(byte - 0x80)] : Unicode.Scalar(byte)
    }

    /// Unassigned bytes are control characters.
    private static let windows1252Table: [Unicode.Scalar] = [
        "\u{20ac}", "\u{81}", "\u{201a}", "\u{192}", "\u{201e}", "\u{2026}", "\u{2020}", "\u{2021}", "\u{2c6}",
        "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8d}", "\u{17d}", "\u{8f}", "\u{90}", "\u{2018}", "\u{2019}",
        "\u{201c}", "\u{201d}", "\u{2022}", "\u{2013}", "\u{2014}", "\u{2dc}", "\u{2122}", "\u{161}", "\u{203a}",
        "\u{153}", "\u{9d}", "\u{17e}", "\u{178}",
    ]
}

extension UInt8 {
    /// A letter, a digit or `#`.
    fileprivate var isReferenceCharacter: Bool {
        (0x61...0x7a).contains(self | 0x20) || (0x30...0x39).contains(self) || self == UInt8(ascii: "#")
    }
}
