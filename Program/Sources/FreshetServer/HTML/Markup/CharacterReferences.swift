/// `&#x27;` and its like.
enum CharacterReferences {
    /// The text with its references turned into characters; what is no reference, or one of a name that is not below, stays as it is.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = text[...]
        while let ampersand = rest.firstIndex(of: "&") {
            result += rest[..<ampersand]
            rest = rest[ampersand...].dropFirst()
            // The longest, &#x10FFFF;, has eight characters between its ends.
            guard let end = rest.prefix(9).firstIndex(of: ";"), let character = character(rest[..<end]) else {
                result += "&"
                continue
            }
            result.unicodeScalars.append(character)
            rest = rest[end...].dropFirst()
        }
        return result + rest
    }

    private static func character(_ reference: Substring) -> Unicode.Scalar? {
        guard reference.first == "#" else { return names[reference] }
        let digits = reference.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        return (isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)).flatMap(Unicode.Scalar.init)
    }

    private static let names: [Substring: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{a0}", "hellip": "…", "mdash": "—",
        "ndash": "–",
    ]
}
