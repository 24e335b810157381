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
