import ArticleExtraction
import Foundation
import WebText

/// A page with what a reader should see of it, and what not.
struct PageSample: CustomStringConvertible, Sendable {
    let name: String
    let html: String
    /// The article's text, in order.
    let article: [String]
    /// Texts of the page that aren't the article's.
    let rest: [String]
    var title: String?

    var description: String { name }

    func extraction(excerpt: String? = nil) -> ArticleExtraction {
        ArticleExtraction(page: Data(html.utf8), address: URL(string: "https://site.example/a/page"), excerpt: excerpt)
    }

    /// The shares of the article's words that were found, and of the found words that are the article's.
    func quality(_ text: String) -> (recall: Double, precision: Double) {
        let expected = Self.words(article.joined(separator: " "))
        let found = Self.words(text)
        let common = expected.reduce(0) { $0 + min($1.value, found[$1.key] ?? 0) }
        func total(_ words: [String: Int]) -> Double { Double(max(1, words.values.reduce(0, +))) }
        return (Double(common) / total(expected), Double(common) / total(found))
    }

    private static func words(_ text: String) -> [String: Int] {
        var words: [String: Int] = [:]
        for word in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            words[String(word), default: 0] += 1
        }
        return words
    }
}

/// Paragraphs that differ from one another.
enum Prose {
    static func paragraph(_ number: Int) -> String {
        let places = [
            "harbour", "lighthouse", "pier", "estuary", "dunes", "mole", "ferry", "dock", "shipyard", "island",
        ]
        let place = places[number % places.count]
        return """
            In paragraph \(number) the keepers of the \(place) wrote down what the tide had left behind, and they did so \
            with care, because nobody else would. By evening the \(place) was quiet again; the gulls had gone, and the lamp \
            number \(number) burned without a flicker until the morning came.
            """
    }

    static func paragraphs(_ range: Range<Int>) -> [String] { range.map(paragraph) }
    static func marked(_ texts: [String]) -> String { texts.map { "<p>\($0)</p>" }.joined(separator: "\n") }
}
