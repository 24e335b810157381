import Search
import WebText

/// What a search can contain, as a list of terms.
enum SearchTerms {
    static let list: HTML = {
        let words = [
            ("\"exact words\"", "the words in this order"), ("-word", "without this word"),
            ("/CVE-\\d+/", "a regular expression"),
        ]
        let filters = SearchFilter.all.map { ($0.examples[0], $0.meaning) }
        let terms: [HTML] = (words + filters).map { "<dt><code>\($0)</code></dt><dd>\($1)</dd>" }
        return "<dl class=\"filters\">\(terms)</dl>"
    }()
}
