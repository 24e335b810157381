/// Text that is safe to write to a terminal, whoever wrote it.
///
/// It holds no control character, escape sequence, bidirectional override, tag or other invisible format character; white space of any kind is
/// folded into single spaces. Joiners and variation selectors stay where they modify a visible character.
struct TerminalText: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    let string: String

    /// Cleans and trims what came from elsewhere.
    init(_ untrusted: String) {
        string = TextCleaner.clean(untrusted, trimming: true)
    }

    /// The program's own words: cleaned too, but a space at either end is meant.
    init(stringLiteral value: String) {
        string = TextCleaner.clean(value, trimming: false)
    }

    private init(clean: String) {
        string = clean
    }

    static func spaces(_ count: Int) -> TerminalText {
        TerminalText(clean: String(repeating: " ", count: max(0, count)))
    }

    var columns: Int { string.columns }
    var isEmpty: Bool { string.isEmpty }
    var description: String { string }

    /// At most `limit` columns, ending in "…" where something was left out; a cluster is never split.
    func truncated(to limit: Int) -> TerminalText {
        columns > limit ? ellipsized(to: limit) : self
    }

    /// Its beginning and "…", even if all of it would fit: for text that goes on elsewhere.
    func ellipsized(to limit: Int) -> TerminalText {
        var kept = prefix(limit - 1).string
        while kept.last == " " { kept.removeLast() }
        return TerminalText(clean: limit > 0 ? kept + "…" : "")
    }

    /// The clusters that fit `limit` columns whole.
    func prefix(_ limit: Int) -> TerminalText {
        var used = 0
        for index in string.unicodeScalars.indices {
            guard let columns = string.unicodeScalars[index].simpleColumns else { return clusterPrefix(limit) }
            used += columns
            if used > limit { return TerminalText(clean: String(string[..<index])) }
        }
        return self
    }

    private func clusterPrefix(_ limit: Int) -> TerminalText {
        var used = 0
        let kept = string.prefix { character in
            used += character.columns
            return used <= limit
        }
        return TerminalText(clean: String(kept))
    }

    /// As wide as `width` with spaces on the side that `alignment` leaves; longer text stays as it is.
    func padded(to width: Int, _ alignment: Alignment = .leading) -> TerminalText {
        let gap = String(repeating: " ", count: max(0, width - columns))
        return TerminalText(clean: alignment == .leading ? string + gap : gap + string)
    }
}

enum Alignment: Sendable {
    case leading, trailing
}
