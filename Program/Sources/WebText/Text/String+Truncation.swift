extension String {
    /// The text or, if it is longer than `length` characters, its first words and "…".
    ///
    /// A first word that is too long is cut. The result has at most `length` characters and the "…".
    package func beginning(atMost length: Int) -> String {
        guard let end = index(startIndex, offsetBy: length, limitedBy: endIndex), end < endIndex else { return self }
        let words =
            self[end].isWhitespace ? self[..<end] : self[..<(self[..<end].lastIndex(where: \.isWhitespace) ?? end)]
        let trimmed = words.reversed().drop { $0.isWhitespace || ",;:–—-".contains($0) }
        return trimmed.isEmpty ? String(self[..<end]) + "…" : String(trimmed.reversed()) + "…"
    }
}

extension String {
    /// The text in quotation marks; text with quotation marks of its own is unchanged.
    package var inQuotes: String { contains { "\"“”".contains($0) } ? self : "“\(self)”" }
}

extension String {
    /// The number of words between white space.
    ///
    /// In Chinese, Japanese and other scripts without spaces, five characters count as two words.
    package var wordCount: Int {
        var (words, dense, isInWord) = (0, 0, false)
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x0e00...0x0eff, 0x1000...0x109f, 0x1780...0x17ff, 0x3040...0x30ff, 0x3400...0x9fff, 0x20000...0x3ffff:
                dense += 1
                isInWord = false
            case _ where scalar.properties.isWhitespace: isInWord = false
            default:
                if !isInWord { words += 1 }
                isInWord = true
            }
        }
        return words + dense * 2 / 5
    }
}
