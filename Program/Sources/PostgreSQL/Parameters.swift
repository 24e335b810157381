/// The parameters of a statement, as PostgreSQL writes them.
enum Parameters {
    /// Replaces `?` and `?1` outside of strings and quoted names by `$1`.
    ///
    /// `CROSS JOIN … ON` becomes `JOIN … ON`: with it, a statement tells SQLite alone the order of a join.
    static func numbered(_ sql: String) -> String {
        var result = ""
        result.reserveCapacity(sql.utf8.count + 16)
        var count = 0
        var quote: Character?
        var rest = sql[...]
        while let character = rest.popFirst() {
            if let open = quote {
                if character == open { quote = nil }
                result.append(character)
            } else if character == "'" || character == "\"" {
                quote = character
                result.append(character)
            } else if character == "?" {
                let digits = rest.prefix { $0.isASCII && $0.isNumber }
                rest = rest[digits.endIndex...]
                count += 1
                result += "$" + (digits.isEmpty ? String(count) : String(digits))
            } else {
                result.append(character)
            }
        }
        return result.replacing("CROSS JOIN", with: "JOIN")
    }
}
