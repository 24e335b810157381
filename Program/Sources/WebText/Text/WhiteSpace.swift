extension StringProtocol {
    /// The text without white space at its ends.
    public var trimmed: String {
        var rest = self[...].drop { $0.isWhitespace }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    /// The text on one line: each run of white space becomes one space, none at the ends.
    public var onOneLine: String { split { $0.isWhitespace }.joined(separator: " ") }

    /// Nil if there is nothing but white space.
    public var ifNotBlank: String? { allSatisfy(\.isWhitespace) ? nil : String(self) }
}
