import FeedStore
import WebText

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
    /// - Parameter picture: where a server shows a picture of it, by the picture's address; nil for a link.
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
    /// - Parameter picture: where a server shows a picture of it, by the picture's address; nil for a link.
    package func sanitizedMarkup(showing picture: @escaping (WebAddress) -> ServedPicture? = { _ in nil }) -> String? {
        article.map { AllowedMarkup($0.markup, atMost: Article.maximumSize, picture: picture).html }
    }
}
