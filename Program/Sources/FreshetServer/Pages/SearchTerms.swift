import Search
import WebText

/// The terms of searches, as a list of links that search for them.
struct SearchTerms: Sendable {
    let names: ExampleNames

    var html: HTML {
        let terms: [HTML] = SearchFilter.terms.map { examples, meaning in
            let links: [HTML] = examples.map { names.link($0, at: "/search?q=") }
            return "<dt>\(links.joined(separator: ", "))</dt><dd>\(meaning)</dd>"
        }
        return "<dl class=\"filters\">\(terms)</dl>"
    }
}
