/// The width in terminal columns: 2 for East Asian wide and emoji, 0 for combining characters, 1 for the rest,
/// East Asian ambiguous included (UAX #11; emoji by UTS #51).
extension StringProtocol {
    package var columns: Int {
        var sum = 0
        for scalar in unicodeScalars {
            guard let columns = scalar.simpleColumns else { return reduce(0) { $0 + $1.columns } }
            sum += columns
        }
        return sum
    }
}

extension Character {
    /// 0, 1 or 2. Terminals that know grapheme clusters never draw one wider than two columns.
    package var columns: Int {
        let scalars = unicodeScalars
        let first = scalars[scalars.startIndex]
        if scalars.index(after: scalars.startIndex) == scalars.endIndex { return first.columns }
        if first.properties.isEmoji, scalars.dropFirst().contains(where: \.makesEmoji) { return 2 }
        return min(2, scalars.reduce(0) { $0 + $1.columns })
    }
}

extension Unicode.Scalar {
    /// The width of this scalar alone.
    fileprivate var columns: Int {
        switch value {
        case 0x20..<0x7F, 0xA0..<0x0300: return 1
        case 0..<0xA0: return 0
        case 0x1160..<0x1200, 0xD7B0..<0xD800: return 0  // the vowels and finals of a Hangul syllable
        case 0x1F1E6...0x1F1FF: return 2  // regional indicators: half a flag is as wide as a flag
        default: break
        }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator, .surrogate: return 0
        // Terminals draw the signs before Arabic and Syriac numbers.
        case .format: return 0x0600...0x08E2 ~= value ? 1 : 0
        default: return isWide || properties.isEmojiPresentation ? 2 : 1
        }
    }

    /// True if it turns the preceding symbol into an emoji: variation selector, skin tone, joiner or keycap.
    fileprivate var makesEmoji: Bool {
        switch value {
        case 0xFE0F, 0x1F3FB...0x1F3FF, 0x200D, 0x20E3: true
        default: 0x1F1E6...0x1F1FF ~= value
        }
    }

    private var isWide: Bool {
        guard value >= 0x1100 else { return false }
        var low = 0
        var high = wideRanges.count
        while low < high {
            let middle = (low + high) / 2
            if wideRanges[middle].last < value { low = middle + 1 } else { high = middle }
        }
        return low < wideRanges.count && wideRanges[low].first <= value
    }
}

extension Unicode.Scalar {
    /// 1 or 2 for a visible scalar that never combines with another such scalar; nil if a lookup is needed.
    ///
    /// Most text consists of these. Measuring and cleaning it without Unicode's tables lays out Chinese titles in an eighth of
    /// the time.
    package var simpleColumns: Int? {
        switch value {
        case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x0300: 1  // Latin, without the no-break space and the soft hyphen
        case 0x0370..<0x0483, 0x2010..<0x2028: 1  // Greek, Cyrillic; dashes, quotation marks, the ellipsis
        case 0x3001..<0x302A, 0x3041..<0x3097, 0x309B..<0x3100: 2  // punctuation and kana
        case 0x4E00..<0xA000, 0xAC00..<0xD7A4, 0xFF01..<0xFF61: 2  // ideographs, Hangul syllables, fullwidth forms
        default: nil
        }
    }
}
