import WebText

/// Text that is safe to write to a terminal.
///
/// It has no control characters, escape sequences, bidirectional overrides, tags or other invisible format characters. White space is
/// folded into single spaces. Joiners and variation selectors stay where they modify a visible character.
struct TerminalText: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    let string: String

    /// Cleans and trims untrusted text.
    init(_ untrusted: String) {
        string = TextCleaner.clean(untrusted, trimming: true)
    }

    /// Cleans text whose spaces at the ends matter, such as a part of a sentence.
    init(untrimmed text: String) {
        string = TextCleaner.clean(text, trimming: false)
    }

    /// The program's own words, untrimmed.
    init(stringLiteral value: String) { self.init(untrimmed: value) }

    private init(clean: String) {
        string = clean
    }

    /// Cleans a line, and keeps the spaces before it.
    init(indented line: Substring) {
        let indentation = line.prefix { $0 == " " }
        let text = TerminalText(untrimmed: String(line.dropFirst(indentation.count)))
        self.init(clean: indentation + text.string)
    }

    static func spaces(_ count: Int) -> TerminalText {
        TerminalText(clean: String(repeating: " ", count: max(0, count)))
    }

    var columns: Int { string.columns }
    var isEmpty: Bool { string.isEmpty }
    var description: String { string }

    /// At most `limit` columns, ending in "…" if it was cut. Never splits a grapheme cluster.
    func truncated(to limit: Int) -> TerminalText {
        columns > limit ? ellipsized(to: limit) : self
    }

    /// Its beginning and "…", even if all of it would fit: for text that continues elsewhere.
    func ellipsized(to limit: Int) -> TerminalText {
        var kept = prefix(limit - 1).string
        while kept.last == " " { kept.removeLast() }
        return TerminalText(clean: limit > 0 ? kept + "…" : "")
    }

    /// Its beginning, "…" and its end, in at most `limit` columns: for addresses, which differ at their ends.
    ///
    /// Keeps the last name of a path, such as that of a repository: `o…/harbor`, or the end of the name.
    func truncatedInMiddle(to limit: Int) -> TerminalText {
        guard columns > limit, limit > 2 else { return truncated(to: limit) }
        let last = name.columns
        let half = last == columns ? limit / 2 : last < limit - 1 ? max(limit / 2, last) : limit - 1
        let end = suffix(half)
        return TerminalText(clean: prefix(limit - 1 - end.columns).string + "…" + end)
    }

    /// In at most `limit` columns: a path with its last name, other text with its beginning.
    func truncatedName(to limit: Int) -> TerminalText {
        name.columns == columns ? truncated(to: limit) : truncatedInMiddle(to: limit)
    }

    /// The last name of a path, with its slash; the whole text if it is an address or no path.
    private var name: String {
        guard !string.contains(" "), !string.contains("://"), let slash = string.lastIndex(of: "/") else {
            return string
        }
        return String(string[slash...])
    }

    /// The grapheme clusters at the end that fit in `limit` columns.
    private func suffix(_ limit: Int) -> String {
        var used = 0
        let end = string.reversed().prefix { character in
            used += character.columns
            return used <= limit
        }
        return String(end.reversed())
    }

    /// The grapheme clusters that fit in `limit` columns.
    func prefix(_ limit: Int) -> TerminalText {
        var used = 0
        for index in string.unicodeScalars.indices {
            guard let columns = string.unicodeScalars[index].simpleColumns else { return clusterPrefix(limit) }
            used += columns
            if used > limit { return TerminalText(clean: String(string[..<index])) }
        }
        return self
    }

    /// Returns the text after a prefix of it.
    func dropping(_ prefix: TerminalText) -> TerminalText {
        TerminalText(clean: String(string.dropFirst(prefix.string.count)))
    }

    private func clusterPrefix(_ limit: Int) -> TerminalText {
        var used = 0
        let kept = string.prefix { character in
            used += character.columns
            return used <= limit
        }
        return TerminalText(clean: String(kept))
    }

    /// Padded with spaces to `width`, aligned; longer text is unchanged.
    func padded(to width: Int, _ alignment: Alignment = .leading) -> TerminalText {
        let gap = String(repeating: " ", count: max(0, width - columns))
        return TerminalText(clean: alignment == .leading ? string + gap : gap + string)
    }
}

enum Alignment: Sendable {
    case leading, trailing
}

/// Text broken into lines of a width.
struct Paragraph {
    private let text: TerminalText

    init(_ text: TerminalText) { self.text = text }

    /// Breaks at spaces; a word longer than the width gets a line of its own.
    func lines(width: Int) -> [TerminalText] {
        var lines: [String] = []
        for word in text.string.split(separator: " ") {
            if let last = lines.last, last.columns + 1 + String(word).columns <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.map { TerminalText($0) }
    }
}
