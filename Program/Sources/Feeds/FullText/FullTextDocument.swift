public import FeedStore
import WebText

/// The full text of an item for programs.
public struct FullTextDocument: JSONDocument {
    private enum Keys: CodingKey { case url, fetchedAt, title, byline, content, remark }

    private let text: FullText

    /// A document of what was found on an item's page.
    public init(_ text: FullText) { self.text = text }

    /// Writes every field; unknown values are null. Markup is sanitized.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(text.address, forKey: .url)
        try container.encode(text.fetchedAt.internetDateTime, forKey: .fetchedAt)
        try container.encode(text.article?.title, forKey: .title)
        try container.encode(text.article?.byline, forKey: .byline)
        try container.encode(text.article.map { AllowedMarkup($0.markup).html }, forKey: .content)
        try container.encode(text.remark, forKey: .remark)
    }
}
