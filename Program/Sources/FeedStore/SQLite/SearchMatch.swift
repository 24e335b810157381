/// The text of a hit, with the matched words between marks, as plain text and ranges.
struct SearchMatch {
    private(set) var text = ""
    private(set) var ranges: [Range<String.Index>] = []

    init(marked: String) {
        var offsets: [Range<Int>] = []
        var start: Int?
        for character in marked {
            switch character {
            case SearchStatement.openMark: start = text.utf8.count
            case SearchStatement.closeMark:
                if let first = start.take() { offsets.append(first..<text.utf8.count) }
            case _ where character.isWhitespace:
                if !text.isEmpty, text.last != " " { text.append(" ") }
            default: text.append(character)
            }
        }
        // Indices are made last: appending makes earlier ones invalid.
        ranges = offsets.map { offsets in
            text.utf8.index(
                text.startIndex, offsetBy: offsets.lowerBound)..<text.utf8.index(
                    text.startIndex, offsetBy: offsets.upperBound)
        }
    }
}
