extension String {
    /// The number of words between white space. Of Chinese, Japanese and other scripts without spaces, five characters count as two words.
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
