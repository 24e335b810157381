import Platform
import SQL
import WebText

/// The text found on the page of an item whose feed sends only a part of it.
package struct FullText: Sendable, Hashable {
    /// The text of a page.
    package struct Article: Sendable, Hashable {
        /// The title; nil if the page names none.
        package var title: String?
        /// The author's name; nil if the page isn't certain.
        package var byline: String?
        /// The text as markup. Sanitize it before showing it.
        package var markup: String
        /// True if the end of a long text is missing.
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
    /// The date when it was fetched.
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

extension FeedStore {
    /// The result of fetching the item's page; nil if it wasn't fetched.
    package func fullText(of item: ItemKey) throws -> FullText? {
        try read { db in
            guard try Account.sees(item, db), let row = try db.row(Self.fullText, [item.id, item.scope]) else {
                return nil
            }
            let columns = row.skipping { self.database.skipRow(of: "full texts") }
            let doubt = try columns.optionalText(FullTextColumn.doubt)
            let article = try columns.optionalText(FullTextColumn.markup).map { markup in
                FullText.Article(
                    title: try columns.optionalText(FullTextColumn.title),
                    byline: try columns.optionalText(FullTextColumn.byline), markup: markup,
                    isCut: doubt == Self.cut)
            }
            return FullText(
                address: try columns.text(FullTextColumn.address),
                fetchedAt: try columns.date(FullTextColumn.fetchedAt),
                article: article, doubt: article == nil ? doubt : nil)
        }
    }

    /// Replaces the result of fetching the item's page. It is removed with the item.
    ///
    /// - Returns: false if the item isn't stored.
    @discardableResult
    package func store(_ text: FullText, of item: ItemKey) throws -> Bool {
        try write { db in
            guard let id = try ItemWriter(db: db, scope: item.scope).find(item.id) else { return false }
            // Others who read the item see it, too.
            let feeds = "SELECT key FROM listing JOIN feed ON feed.id = feed_id WHERE item_id = ? ORDER BY feed.id"
            let keys = try db.rows(feeds, [id]).map { FeedKey(try $0.text(0)) }
            db.noteChanges(StoreChanges(feeds: Set(keys)))
            try ColumnValues([
                "item_id": id, "address": text.address,
                "fetched_at": text.fetchedAt.milliseconds, "title": text.article?.title,
                "byline": text.article?.byline, "markup": text.article?.markup,
                "doubt": text.article?.isCut == true ? Self.cut : text.doubt,
            ]).upsert(into: "full_text", key: ["item_id"], db)
            return true
        }
    }

    /// The doubt of a text whose end is missing.
    private static let cut = "cut"

    private enum FullTextColumn: String, ColumnList {
        case address, fetchedAt = "fetched_at", title, byline, markup, doubt
    }

    private static let fullText = """
        SELECT \(FullTextColumn.sql) FROM full_text JOIN item ON item.id = full_text.item_id
        WHERE item.key = ? AND item.scope = ?
        """
}
