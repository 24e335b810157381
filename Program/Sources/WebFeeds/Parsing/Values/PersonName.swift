import WebText

/// A person's name in the forms of RSS.
enum PersonName {
    /// The name in `mail@site (Name)`, `Name <mail@site>` or a name alone; nil if there is none.
    static func name(_ text: String) -> String? {
        var name = PlainText(markup: text, atMost: 1000, keepingUnknownTags: true).text.onOneLine
        if let open = name.firstIndex(of: "("), let close = name.lastIndex(of: ")"), open < close,
            name[..<open].contains("@")
        {
            name = String(name[name.index(after: open)..<close])
        } else if let open = name.firstIndex(of: "<"), name.hasSuffix(">"), name[open...].contains("@") {
            let rest = name[..<open].trimmed
            name = rest.isEmpty ? String(name[name.index(after: open)...].dropLast()) : rest
        }
        return SafeText(line: name, atMost: 200).text.ifNotBlank
    }
}
