extension SearchQuery {
    /// Parses what a person types.
    public init(parsing text: String) throws(SearchSyntaxError) {
        let words = text.split(whereSeparator: \.isWhitespace)
        if words.isEmpty { throw SearchSyntaxError(word: "", expected: "words, or a filter such as is:unread") }
        self.init(text: text, terms: words.map { Term(.word(String($0), isPrefix: false)) })
    }
}
