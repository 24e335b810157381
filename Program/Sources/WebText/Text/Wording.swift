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

extension String {
    /// True if the text is written from right to left.
    ///
    /// Its first letter is of such a script (Unicode's rule P2).
    package var isRightToLeft: Bool {
        unicodeScalars.lazy.prefix(400).first { $0.properties.isAlphabetic }?.isRightToLeft ?? false
    }
}

extension Unicode.Scalar {
    /// True if it is in a block of right-to-left scripts: Hebrew, Arabic, Syriac, N'Ko, Adlam and others.
    fileprivate var isRightToLeft: Bool {
        switch value {
        case 0x0590...0x08ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff, 0x1e800...0x1efff: true
        default: false
        }
    }
}

extension Int {
    /// The digits in groups of three: `1,234`.
    package var grouped: String {
        let digits = String(magnitude)
        var grouped = self < 0 ? "−" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { grouped += "," }
            grouped.append(digit)
        }
        return grouped
    }

    /// The number with a noun in the form that it needs: `1 item`, `1,234 items`, `2 replies`.
    ///
    /// - Parameter many: the plural; nil for the noun with an `s`.
    package func counted(_ one: String, _ many: String? = nil) -> String {
        "\(grouped) \(self == 1 ? one : many ?? one + "s")"
    }
}

extension Int {
    /// The whole part of an upstream's number, which may be absurd.
    ///
    /// It is clamped to ±10¹², the seconds of 30,000 years; 0 if the value isn't a number.
    package init(clamped value: Double) {
        self = value.isNaN ? 0 : Int(Swift.min(Swift.max(value, -1e12), 1e12))
    }
}

extension Bool {
    /// Reads the value of a parameter; nil for other text.
    ///
    /// It accepts the forms of Go's `strconv.ParseBool`, as Miniflux does.
    package init?(parameter text: String) {
        switch text {
        case "1", "t", "T", "true", "TRUE", "True": self = true
        case "0", "f", "F", "false", "FALSE", "False": self = false
        default: return nil
        }
    }
}
