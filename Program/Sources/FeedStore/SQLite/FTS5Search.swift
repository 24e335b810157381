import SQL
import Search

/// FTS5, whose index of the view `document` stores no text of its own.
struct FTS5Search: FullTextSearch {
    var id: String { "rowid" }

    var tables: [String] { [Self.documents, Self.table] }

    /// The indexed texts. Items up to `reindexing.item_id` are indexed as before version 14.
    private static let documents = """
        CREATE VIEW document AS
        SELECT content.item_id AS item_id, indexed_text(title, reindexing.item_id IS NULL) AS title,
            indexed_text(feed_text(text, payload), reindexing.item_id IS NULL) AS text,
            indexed_text(author, reindexing.item_id IS NULL) AS author,
            indexed_text(source, reindexing.item_id IS NULL) AS source,
            indexed_text(tags, reindexing.item_id IS NULL) AS tags
        FROM content LEFT JOIN reindexing ON reindexing.item_id >= content.item_id
        """

    /// Replaces the view of version 13.
    static let updatedDocuments = ["DROP VIEW document", documents]

    private static let table = """
        CREATE VIRTUAL TABLE search USING fts5 (
            title, text, author, source, tags,
            content = 'document', content_rowid = 'item_id', tokenize = 'unicode61 remove_diacritics 2'
        )
        """

    func operand(_ found: [TextExpression], without excluded: [TextTerm]) -> String {
        "(" + found.map { $0.text(and: " AND ", or: " OR ", Self.phrase) }.joined(separator: " AND ") + ")"
            + excluded.map { " NOT " + Self.phrase($0) }.joined()
    }

    func operand(anyOf terms: [TextTerm]) -> String { terms.map(Self.phrase).joined(separator: " OR ") }

    /// FTS5 splits a quoted string into words that must follow one another. Lexemes have no quotation marks.
    private static func phrase(_ term: TextTerm) -> String {
        let lexemes = term.lexemes
        let quoted = "\"" + IndexedText.encoded(lexemes.words) + "\""
        return (term.field.map { $0.rawValue + " : " } ?? "") + quoted + (lexemes.isPrefix ? " *" : "")
    }

    func matches(_ operand: String) -> String { "search MATCH \(operand)" }

    func rank(_ operand: String) -> String { "bm25(search, 10, 1, 4, 2, 4)" }

    func index(_ items: String, _ db: StoreTransaction) throws {
        try db.execute(
            """
            INSERT INTO search (rowid, title, text, author, source, tags)
            SELECT item_id, title, text, author, source, tags FROM document
            WHERE item_id IN \(items)
            """, isReused: false)
    }

    func remove(_ items: [Int64], _ db: StoreTransaction) throws {
        try ValuesClause(items).execute(db) {
            """
            INSERT INTO search (search, rowid, title, text, author, source, tags)
            SELECT 'delete', item_id, title, text, author, source, tags FROM document
            WHERE item_id IN (SELECT column1 FROM \($0)) AND \(SearchIndex.hasWords)
            """
        }
    }

    func empty(_ db: StoreTransaction) throws {
        try db.execute("DROP TABLE search")
        try db.execute(Self.table)
    }
}
