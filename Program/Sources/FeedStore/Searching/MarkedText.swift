/// The text of a hit, converted from marks around the matched words to ranges.
struct MarkedText {
    private(set) var text = ""
    private(set) var ranges: [Range<String.Index>] = []

    /// A text without marks.
    init(plain: String) { self.init(plain, between: nil, and: nil) }

    /// White space becomes one space.
    init(_ marked: String, between openMark: Character?, and closeMark: Character?) {
        var offsets: [Range<Int>] = []
        var start: Int?
        for character in marked {
            switch character {
            case openMark: start = text.utf8.count
            case closeMark:
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
