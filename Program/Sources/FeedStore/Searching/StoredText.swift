import SQL
import Search

/// The stored texts of items, as they are searched.
enum StoredText {
    private enum Column: String, ColumnList {
        case item = "item_id", title, author, source, tags, text, payload
    }

    /// The texts of the items that a condition on `content` selects, by their ids.
    static func read(
        _ condition: String, _ values: [(any SQLValueConvertible)?] = [], _ db: StoreTransaction
    ) throws -> [Int64: SearchFields] {
        var texts: [Int64: SearchFields] = [:]
        let sql = "SELECT \(Column.sql) FROM content WHERE \(condition)"
        for row in try db.rows(sql, values, isReused: !values.isEmpty) {
            texts[try row.integer(Column.item)] = SearchFields(
                title: try row.text(Column.title),
                text: TextDelta.decode(try row.data(Column.text), against: try row.data(Column.payload)) ?? "",
                author: try row.text(Column.author), source: try row.text(Column.source),
                tags: [try row.text(Column.tags)])
        }
        return texts
    }

    /// The texts of some items, by their ids.
    static func read(of items: some Collection<Int64>, _ db: StoreTransaction) throws -> [Int64: SearchFields] {
        if items.isEmpty { return [:] }
        return try read("item_id IN (\(items.map(String.init).joined(separator: ", ")))", [], db)
    }
}
