import Platform

/// What was found on the page of an item whose feed sends only a part of its text.
package struct FullText: Sendable, Hashable {
    /// The text of a page.
    package struct Article: Sendable, Hashable {
        /// The title; nil if the page names none.
        package var title: String?
        /// The author's name; nil if the page isn't certain.
        package var byline: String?
        /// The text as markup. Sanitize it before showing it.
        package var markup: String
        /// Whether the end is missing, because the text is too long.
        package var isCut: Bool

        /// Creates a text.
        package init(title: String? = nil, byline: String? = nil, markup: String, isCut: Bool = false) {
            self.title = title
            self.byline = byline
            self.markup = markup
            self.isCut = isCut
        }
    }

    /// The address of the page that was requested.
    package var address: String
    /// When it was fetched.
    package var fetchedAt: Date
    /// The text; nil if none was certain.
    package var article: Article?
    /// The name of the reason why there is no text.
    package var doubt: String?

    /// Creates what was found.
    package init(address: String, fetchedAt: Date, article: Article?, doubt: String? = nil) {
        self.address = address
        self.fetchedAt = fetchedAt
        self.article = article
        self.doubt = doubt
    }
}
