import WebText

/// Numbers in feeds.
enum FeedNumbers {
    /// A non-negative integer.
    static func count(_ text: String?) -> Int? {
        guard let text = text?.trimmed, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    /// A size in bytes; programs write 0 for an unknown one.
    static func length(_ text: String?) -> Int? { count(text).flatMap { $0 > 0 ? $0 : nil } }

    /// Seconds in `3600`, `60:00` or `1:00:00`.
    static func duration(_ text: String?) -> Int? {
        let parts = (text ?? "").trimmed.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var seconds = 0
        for part in parts {
            guard let number = count(String(part.prefix { $0 != "." })), number < 1_000_000 else { return nil }
            seconds = seconds * 60 + number
        }
        return seconds
    }

    /// The weekday's number; 0 is Sunday.
    static func weekday(_ text: String) -> Int? {
        let name = text.trimmed.prefix(3).lowercased()
        return CivilDate.weekdayNames.firstIndex { $0.lowercased() == name }
    }

    /// Seconds in a period of the syndication module.
    static func period(_ text: String) -> Int? {
        switch text.trimmed.lowercased() {
        case "hourly": 3600
        case "daily": 86_400
        case "weekly": 604_800
        case "monthly": 2_592_000
        case "yearly": 31_536_000
        default: nil
        }
    }
}

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
