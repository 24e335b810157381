/// Grammar that header fields share (RFC 9110, 5.6).
enum HeaderText {
    /// The trimmed parts between `separator`s that aren't quoted.
    static func parts(of text: some StringProtocol, by separator: Character) -> [String] {
        var parts = [""]
        var isQuoted = false
        var isEscaped = false
        for character in text {
            if isEscaped {
                isEscaped = false
            } else if character == "\\" && isQuoted {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == separator && !isQuoted {
                parts.append("")
                continue
            }
            parts[parts.count - 1].append(character)
        }
        return parts.map { trimmed($0) }
    }

    /// The name of a directive or parameter in lowercase, and its value without quotes; nil if it has none.
    static func parameter(_ text: String) -> (name: String, value: String?) {
        guard let sign = text.firstIndex(of: "=") else { return (text.lowercased(), nil) }
        let value = trimmed(text[text.index(after: sign)...])
        return (trimmed(text[..<sign]).lowercased(), unquoted(value))
    }

    /// A number of seconds or items; nil unless it consists of digits.
    ///
    /// Larger numbers become 2³¹ (RFC 9111, 1.2.2).
    static func number(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return min(Int(text) ?? .max, 1 << 31)
    }

    /// A number of seconds or items that may have a fraction, at most 15 digits before it; nil unless it consists of digits.
    static func decimal(_ text: some StringProtocol) -> Double? {
        let parts = trimmed(text).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, !whole.isEmpty, whole.utf8.count <= 15,
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        return Double(parts.joined(separator: ".") + (parts.count == 2 ? "0" : ""))
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count > 1, text.first == "\"", text.last == "\"" else { return text }
        var result = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            isEscaped = character == "\\" && !isEscaped
            if !isEscaped { result.append(character) }
        }
        return result
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
