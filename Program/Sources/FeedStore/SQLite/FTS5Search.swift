import SQL
import Search

/// FTS5, whose index of the view `document` stores no text of its own.
struct FTS5Search: FullTextSearch {
    var id: String { "rowid" }

    var tables: [String] { [Self.documents, Self.table] }

    /// The indexed texts.
    private static let documents = """
        CREATE VIEW document AS
        SELECT item_id, title, feed_text(text, payload) AS text, author, source, tags FROM content
        """

    private static let table = """
        CREATE VIRTUAL TABLE search USING fts5 (
            title, text, author, source, tags,
            content = 'document', content_rowid = 'item_id', tokenize = 'unicode61 remove_diacritics 2'
        )
        """

    func operand(_ found: [TextTerm], without excluded: [TextTerm]) -> String {
        "(" + found.map(Self.phrase).joined(separator: " AND ") + ")"
            + excluded.map { " NOT " + Self.phrase($0) }.joined()
    }

    func operand(anyOf terms: [TextTerm]) -> String { terms.map(Self.phrase).joined(separator: " OR ") }

    /// FTS5 splits a quoted string into words that must follow one another.
    private static func phrase(_ term: TextTerm) -> String {
        let quoted = "\"" + term.text.filter { $0 != "\0" }.replacing("\"", with: "\"\"") + "\""
        return (term.field.map { $0.rawValue + " : " } ?? "") + quoted + (term.isPrefix ? " *" : "")
    }

    func matches(_ operand: String) -> String { "search MATCH \(operand)" }

    func score(_ operand: String) -> String { "bm25(search, 10, 1, 4, 2, 4)" }

    /// The plus keeps FTS5 from searching again for each item.
    func excerpts(
        of items: [Int64], matching operand: String, _ terms: [TextTerm], _ db: StoreTransaction
    ) throws -> [Int64: MarkedText] {
        let sql = """
            SELECT rowid, snippet(search, -1, char(2), char(3), '…', 24) FROM search
            WHERE search MATCH ?1 AND +rowid IN (\(items.map(String.init).joined(separator: ", ")))
            """
        var excerpts: [Int64: MarkedText] = [:]
        for row in try db.rows(sql, [operand], isReused: false) {
            excerpts[try row.integer(0)] = MarkedText(try row.text(1), between: "\u{2}", and: "\u{3}")
        }
        return excerpts
    }

    func index(through item: Int64, _ db: StoreTransaction) throws {
        try db.execute(
            """
            INSERT INTO search (rowid, title, text, author, source, tags)
            SELECT item_id, title, text, author, source, tags FROM document
            WHERE item_id IN (SELECT item_id FROM unindexed WHERE item_id <= ?)
            """, [item])
    }

    func remove(_ item: Int64, _ db: StoreTransaction) throws {
        try db.execute(
            """
            INSERT INTO search (search, rowid, title, text, author, source, tags)
            SELECT 'delete', item_id, title, text, author, source, tags FROM document
            WHERE item_id = ? AND \(SearchIndex.hasWords)
            """, [item])
    }

    func empty(_ db: StoreTransaction) throws {
        try db.execute("DROP TABLE search")
        try db.execute(Self.table)
    }
}
