/// Text as HTML writes it.
enum HTMLText {
    /// The text with its character references turned into characters, as far as they are numbers or among the names below; others stay.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = text[...]
        while let ampersand = rest.firstIndex(of: "&") {
            result += rest[..<ampersand]
            rest = rest[ampersand...].dropFirst()
            // The longest reference below, &#x10FFFF;, has eight characters between its ends.
            guard let semicolon = rest.prefix(9).firstIndex(of: ";"), let character = character(rest[..<semicolon])
            else {
                result += "&"
                continue
            }
            result.append(character)
            rest = rest[semicolon...].dropFirst()
        }
        return result + rest
    }

    private static func character(_ reference: Substring) -> Character? {
        guard reference.first == "#" else { return names[reference] }
        let digits = reference.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        guard let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits),
            let scalar = Unicode.Scalar(number), number != 0
        else { return nil }
        return Character(scalar)
    }

    private static let names: [Substring: Character] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{a0}", "hellip": "…", "mdash": "—",
        "ndash": "–", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»", "bull": "•",
        "middot": "·", "copy": "©", "reg": "®", "trade": "™", "deg": "°", "euro": "€", "pound": "£", "times": "×",
    ]
}
