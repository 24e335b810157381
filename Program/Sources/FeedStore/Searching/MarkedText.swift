/// The text of a hit, converted from marks around the matched words to ranges.
struct MarkedText {
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
        // Indices are computed last: appending invalidates earlier ones.
        ranges = offsets.map { offsets in
            text.utf8.index(
                text.startIndex, offsetBy: offsets.lowerBound)..<text.utf8.index(
                    text.startIndex, offsetBy: offsets.upperBound)
        }
    }
}
