import FeedStore
import Feeds

/// What is known of the full text of the open item.
enum FullTextStatus: Hashable, Sendable {
    /// It wasn't loaded.
    case missing
    case loading
    /// What the item's page has, which may be a doubt.
    case found(FullText)
    /// Why the page couldn't be loaded.
    case failed(String)

    /// Whether the text is shown.
    var isShown: Bool { markup != nil }

    /// The text; nil if there is none.
    var markup: String? { if case .found(let text) = self { text.article?.markup } else { nil } }

    /// The line below the text.
    /// - Parameter key: the key that loads the text; nil if nothing can be loaded.
    func words(key: String?) -> String? {
        let load = key.map { "Press \($0) to load the full text." }
        let again = key.map { " Press \($0) to try again." } ?? ""
        switch self {
        case .missing: return load
        case .loading: return "Loading the full text…"
        case .found(let text):
            guard let article = text.article else { return text.remark.map { $0 + again } }
            let author = article.byline.map { ", by \($0)" } ?? ""
            return "The full text of the item's page\(author)\(article.isCut ? ", cut because it is too long" : "")."
        case .failed(let reason): return "Can't load the full text. \(reason)\(again)"
        }
    }
}

/// A request for the full text of an item.
struct FullTextRequest: Hashable, Sendable {
    let feed: Feed
    let id: String
    /// Whether the page is requested if no text is stored.
    var loads = true
    /// Whether the page is requested even if something is stored.
    var again = false
}
