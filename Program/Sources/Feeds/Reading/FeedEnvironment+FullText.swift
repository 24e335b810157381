import ArticleExtraction
import FeedStore
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform
import WebText

extension RequestPurpose {
    /// The page of an item, for its full text.
    package static let fullText = RequestPurpose(rawValue: "fullText")
}

extension FeedEnvironment {
    /// The full text that is stored for an item; nil if it wasn't fetched, or from another page than the item's.
    ///
    /// Blocks the calling thread on the store.
    package func storedFullText(of item: ListedItems.Item) throws -> FullText? {
        guard item.fullTextPage != nil else { return nil }
        return try store.fullText(of: item.key).flatMap { item.isFullTextPage($0.address) ? $0 : nil }
    }

    /// The full text of an item: what is stored, or else what its page has, which is then stored.
    ///
    /// The page is requested like those of the item's feed, by the ledger's rules. It may be on a private network only
    /// if a person gave the feed an address of the same origin.
    /// - Parameter again: true to fetch the page even if its text is stored.
    /// - Ends: with the result, which may be a doubt; fails with a ``FeedError`` or an `HTTPError`.
    /// - Runs on: a scheduler of its own; see ``makeScheduler``.
    /// - Keeps: the page.
    package func fullText(of item: ListedItems.Item, again: Bool = false) -> Single<FullText> {
        .deferred {
            guard let page = item.fullTextPage else { throw FeedError.noFullText }
            if !again, let stored = try storedFullText(of: item) { return .just(stored) }
            let description = item.feed.description
            let trusted = try description.fullTextFeed?.trustedAddress(in: self)
            let bounds = RequestBounds(body: ArticleExtraction.maximumSize, privateOrigins: trusted.map { [$0] } ?? [])
            let request = HTTPRequest(get: page, headers: [.accept: "text/html, application/xhtml+xml;q=0.9"])
            return probe(description) { transport in
                transport.response(for: request, purpose: .fullText.bounded(bounds))
                    .map { reply in try FullText(reply, of: item, at: page, now: now()) }
            }
            .do(onSuccess: { text in try store.store(text, of: item.key) })
        }
    }
}

extension ListedItems.Item {
    /// The page whose text is the item's; nil if the feed's kind offers none.
    package var fullTextPage: URL? {
        guard feed.description.offersFullText, case .web(let page) = shown.entry.link,
            let scheme = page.scheme?.lowercased(), scheme == "https" || scheme == "http"
        else { return nil }
        return page
    }

    /// True if a stored full text from this address is the item's.
    package func isFullTextPage(_ address: String) -> Bool { fullTextPage?.absoluteString == address }
}

extension FullText.Article {
    /// No text is longer, in bytes of its markup.
    package static let maximumSize = ExtractedArticle.maximumSize
}

extension FullText {
    /// The text in a response.
    fileprivate init(_ reply: HTTPReply, of item: ListedItems.Item, at page: URL, now: Date) throws {
        let type = (reply.headers[.contentType] ?? "text/html").lowercased()
        let media = type.prefix { $0 != ";" }.trimmed
        guard ["text/html", "application/xhtml+xml", ""].contains(media) else {
            throw FeedError(kind: "noFullText", message: "\(page.absoluteString) isn't a web page (\(media))")
        }
        let charset = type.split(separator: ";").dropFirst().lazy.map { $0.trimmed }
            .first { $0.hasPrefix("charset=") }
            .map { $0.dropFirst(8).trimmingPrefix("\"").prefix { $0 != "\"" } }
        self.init(address: page.absoluteString, fetchedAt: now, article: nil)
        let extraction = ArticleExtraction(
            page: reply.body, charset: charset.map(String.init), address: reply.url, excerpt: item.shown.entry.text)
        switch extraction {
        case .article(let found):
            article = Article(title: found.title, byline: found.byline, markup: found.markup, isCut: found.isCut)
        case .unsure(let reason): doubt = reason.rawValue
        }
    }

    /// The reason for the lack of a text, as a sentence; nil if there is one.
    package var remark: String? {
        if article != nil { return nil }
        let reason =
            switch doubt.flatMap(ExtractionDoubt.init) {
            case .tooShort, nil: "it has no article that can be told from the rest"
            case .shorterThanFeed: "it has less text than the feed sent"
            case .list: "it lists other pages"
            case .signIn: "it asks for a sign-in"
            case .paywall: "it shows only a part to readers without a subscription"
            case .tooComplex: "it has too many elements"
            }
        return "The full text couldn't be found on the item's page: \(reason)."
    }
}

extension FeedError {
    /// Only web feeds link pages that have the texts of their items.
    package static let noFullText = FeedError(
        kind: "noFullText", message: "The full text can be loaded only for items of web feeds that link a page")
}

/// The full text of an item for programs.
package struct FullTextDocument: JSONDocument {
    private let url, fetchedAt: String
    @OrNull private var title: String?
    @OrNull private var byline: String?
    @OrNull private var content: String?
    private let isCut: Bool
    @OrNull private var remark: String?

    /// A document of what was found on an item's page. Its markup is sanitized.
    ///
    /// - Parameter picture: returns a server's picture of it, by the picture's address; nil for a link.
    package init(_ text: FullText, picture: @escaping (WebAddress) -> ServedPicture? = { _ in nil }) {
        (url, fetchedAt) = (text.address, text.fetchedAt.internetDateTime)
        title = text.article?.title
        byline = text.article?.byline
        content = text.sanitizedMarkup(showing: picture)
        isCut = text.article?.isCut ?? false
        remark = text.remark
    }
}

extension FullText {
    /// The text as sanitized markup; nil if none was certain.
    ///
    /// - Parameter picture: returns a server's picture of it, by the picture's address; nil for a link.
    package func sanitizedMarkup(showing picture: @escaping (WebAddress) -> ServedPicture? = { _ in nil }) -> String? {
        article.map { AllowedMarkup($0.markup, atMost: Article.maximumSize, picture: picture).html }
    }
}
