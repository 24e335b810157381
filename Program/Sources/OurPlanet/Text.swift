extension String {
    /// The text without white space at its ends: titles come with it.
    var trimmed: String {
        var rest = self[...].drop { $0.isWhitespace }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    /// Nil if there is nothing but white space.
    var ifNotBlank: String? { allSatisfy(\.isWhitespace) ? nil : self }
}
