import Platform
import WebText

/// The result of looking for the article of a web page.
package enum ArticleExtraction: Sendable, Hashable {
    /// The article.
    case article(ExtractedArticle)
    /// The page has no article that can be distinguished from the rest.
    case unsure(ExtractionDoubt)

    /// The largest page that is read, in bytes; the rest is ignored.
    package static let maximumSize = 4 << 20

    /// Looks for the article. The work grows in proportion to the page's size.
    ///
    /// - Parameters:
    ///   - page: The document.
    ///   - charset: The `charset` of the HTTP header `Content-Type`.
    ///   - address: The page's address after redirects; relative links are resolved against it, or the page's `<base href>`.
    ///   - excerpt: The markup that a feed sent for the article. An article shorter than that isn't the whole article.
    package init(page: Data, charset: String? = nil, address: URL?, excerpt: String? = nil) {
        self = Self.extracted(PageTree(page: page, charset: charset), address, excerpt: excerpt)
    }
}

/// The article of a web page.
package struct ExtractedArticle: Sendable, Hashable {
    /// The title as plain text on one line; nil if the page names none.
    package var title: String?
    /// The author's name; nil unless the page's metadata names exactly one.
    package var byline: String?
    /// Markup without attributes other than absolute addresses and a list's start. Sanitize it before showing it.
    package var markup: String
    /// True if the end was left out, because the article is too long.
    package var isCut: Bool

    /// No ``markup`` is longer, in bytes.
    package static let maximumSize = ArticleMarkupWriter.maximumSize + 40_000
}

/// The reason that a page has no certain article.
package enum ExtractionDoubt: String, Error, Sendable, Hashable, CaseIterable {
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

/// A page with its boilerplate and its article.
private struct PageAnalysis {
    var boilerplate: Boilerplate
    /// The measures of the elements, boilerplate included.
    let shown: TextMeasures
    /// The measures without boilerplate.
    let measures: TextMeasures
    let outcome: Result<ArticleFinder.Found, ExtractionDoubt>

    init(_ tree: PageTree, _ metadata: PageMetadata, _ site: PageSite, isScripted: Bool = false) {
        let visible = VisibleNodes(tree, isScripted: isScripted)
        let texts = TextRuns(tree, visible: visible, site: site)
        boilerplate = Boilerplate(tree, visible: visible, texts)
        shown = TextMeasures(tree, texts, leavingOut: visible.nodes.map { !$0 })
        measures = TextMeasures(tree, texts, leavingOut: boilerplate.nodes)
        outcome = ArticleFinder(tree, texts, measures, metadata, site).found(dropping: &boilerplate)
    }
}

extension ArticleExtraction {
    private static func extracted(_ tree: PageTree, _ address: URL?, excerpt: String?) -> ArticleExtraction {
        if tree.isIncomplete { return .unsure(.tooComplex) }
        let metadata = PageMetadata(tree)
        let base = metadata.base.map { WebLinks.base($0, relativeTo: address) } ?? address
        let site = PageSite(address, canonical: metadata.canonical)
        var page = PageAnalysis(tree, metadata, site)
        if metadata.articleBody == nil, page.outcome == .failure(.tooShort) {
            page = PageAnalysis(tree, metadata, site, isScripted: true)
        }
        let article: ExtractedArticle
        switch page.outcome {
        case .success(let found):
            var writer = ArticleMarkupWriter(
                tree, page.measures, leavingOut: page.boilerplate.nodes, base: base, page: address)
            writer.write(found, title: metadata.title)
            article = ExtractedArticle(
                title: writer.heading ?? metadata.title, byline: metadata.byline, markup: writer.markup,
                isCut: writer.isCut)
        case .failure(let doubt):
            guard let body = metadata.articleBody, doubt == .tooShort else { return .unsure(doubt) }
            let beginning = body.prefix(bytes: ArticleMarkupWriter.maximumSize / 2)
            let isCut = beginning.utf8.count < body.utf8.count
            article = ExtractedArticle(
                title: metadata.title, byline: metadata.byline,
                markup: beginning.paragraphs + (isCut ? "<p>…</p>" : ""), isCut: isCut)
        }
        let root: Int? = if case .success(let found) = page.outcome { found.root } else { nil }
        let text = PlainText(markup: article.markup).text
        if let doubt = metadata.doubt(of: text, root, tree, page.shown) { return .unsure(doubt) }
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
        split(whereSeparator: \.isNewline).lazy
            .compactMap { $0.trimmed.ifNotBlank }.map { "<p>\($0.escapedForMarkup)</p>" }.joined(separator: "\n")
    }
}
