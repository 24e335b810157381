import Search
import WebText

/// What a search can contain, as a list of terms.
enum SearchTerms {
    static let list: HTML = {
        let terms: [HTML] = SearchFilter.terms.map { "<dt><code>\($0)</code></dt><dd>\($1)</dd>" }
        return "<dl class=\"filters\">\(terms)</dl>"
    }()
}
