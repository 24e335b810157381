extension Substring {
    /// The text without white space at its ends.
    var trimmed: Substring {
        var rest = drop { $0.isWhitespace }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}

extension String {
    /// The text on one line: each stretch of white space is one space, none at the ends.
    var onOneLine: String { split { $0.isWhitespace }.joined(separator: " ") }

    /// “The text”, on one line.
    var quoted: String { "“\(onOneLine)”" }

    /// Nil if there is nothing but white space.
    var ifNotBlank: String? { allSatisfy(\.isWhitespace) ? nil : self }
}
