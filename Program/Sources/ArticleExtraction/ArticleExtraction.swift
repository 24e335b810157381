public import Platform
internal import WebText

/// The result of looking for the article of a web page.
public enum ArticleExtraction: Sendable, Hashable {
    /// The article.
    case article(ExtractedArticle)
    /// The page has no article that could be told from the rest.
    case unsure(ExtractionDoubt)

    /// The largest page that is read, in bytes; the rest is ignored.
    public static let maximumSize = 4 << 20

    /// Looks for the article. The work grows in proportion to the page's size.
    ///
    /// - Parameters:
    ///   - page: The document.
    ///   - charset: The `charset` of the HTTP header `Content-Type`.
    ///   - address: The page's address after redirects; relative links are resolved against it, or the page's `<base href>`.
    ///   - excerpt: The markup that a feed sent for the article. An article shorter than that isn't the whole article.
    public init(page: Data, charset: String? = nil, address: URL?, excerpt: String? = nil) {
        self = Self.extracted(PageTree(page: page, charset: charset), address, excerpt: excerpt)
    }
}

/// The article of a web page.
public struct ExtractedArticle: Sendable, Hashable {
    /// The title as plain text on one line; nil if the page names none.
    public var title: String?
    /// The author's name; nil unless the page's metadata names exactly one.
    public var byline: String?
    /// Markup without attributes other than absolute addresses and a list's start. Sanitize it before showing it.
    public var markup: String
    /// Whether the end was left out, because the article is too long.
    public var isCut: Bool
}

/// Why a page has no certain article.
public enum ExtractionDoubt: String, Error, Sendable, Hashable, CaseIterable {
    /// There is too little text.
    case tooShort
    /// There is less text than the feed sent.
    case shorterThanFeed
    /// The page lists other pages.
    case list
    /// The page wants a sign-in.
    case signIn
    /// The text is for subscribers.
    case paywall
    /// The page has too many elements.
    case tooComplex
}

extension ArticleExtraction {
    private static func extracted(_ tree: PageTree, _ address: URL?, excerpt: String?) -> ArticleExtraction {
        if tree.isIncomplete { return .unsure(.tooComplex) }
        let metadata = PageMetadata(tree)
        let base = metadata.base.map { WebLinks.base($0, relativeTo: address) } ?? address
        var boilerplate = Boilerplate(tree)
        let measures = TextMeasures(tree, leavingOut: boilerplate.nodes)
        let outcome = ArticleFinder(tree, measures, metadata).found(dropping: &boilerplate)
        let article: ExtractedArticle
        switch outcome {
        case .success(let root):
            var writer = ArticleMarkupWriter(tree, measures, leavingOut: boilerplate.nodes, base: base, page: address)
            writer.write(root, title: metadata.title)
            article = ExtractedArticle(
                title: writer.heading ?? metadata.title, byline: metadata.byline, markup: writer.markup,
                isCut: writer.isCut)
        case .failure(let doubt):
            guard let body = metadata.articleBody, doubt == .tooShort else { return .unsure(doubt) }
            article = ExtractedArticle(
                title: metadata.title, byline: metadata.byline, markup: body.paragraphs, isCut: false)
        }
        let text = PlainText(markup: article.markup).text
        if let doubt = metadata.doubt(of: text) { return .unsure(doubt) }
        if let excerpt, !article.isCut {
            let sent = PlainText(markup: excerpt).text.textLength
            if text.textLength * 10 < sent * 9 { return .unsure(.shorterThanFeed) }
        }
        return .article(article)
    }
}

extension String {
    /// Markup with a paragraph for each line.
    fileprivate var paragraphs: String {
        prefix(bytes: ArticleMarkupWriter.maximumSize / 2).split(whereSeparator: \.isNewline).lazy
            .compactMap { $0.trimmed.ifNotBlank }.map { "<p>\($0.escapedForMarkup)</p>" }.joined(separator: "\n")
    }
}
