import GRDB
import Search
import WebText

/// The statements that read rules and the items that they test.
enum RuleQueries {
    static let all = "SELECT id, text, created_at FROM rule ORDER BY position, id"

    /// The rules; leaves out those that this version can't parse.
    static func stored(_ db: Database) throws -> [StoredRule] {
        try Row.fetchAll(db.cachedStatement(sql: all)).compactMap { row in
            let columns = Columns(row)
            do {
                let rule = try Rule(parsing: columns.text(1))
                return StoredRule(id: try columns.integer(0), rule: rule, createdAt: try columns.date(2))
            } catch is SearchSyntaxError {
                return nil
            }
        }
    }

    /// The folders of followed feeds, by key.
    static func folders(_ db: Database) throws -> [String: String] {
        var folders: [String: String] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT feed, folder FROM followed WHERE folder IS NOT NULL") {
            folders[try Columns(row).text(0)] = try Columns(row).text(1)
        }
        return folders
    }

    /// Items with what rules test, from an id on.
    static func items(_ needs: SearchSubject.Needs, _ selection: String) -> String {
        let texts = needs.texts ? ", title, author, source, tags, text, payload" : ""
        return """
            SELECT id, kind, kind_name, \(Schema.time), first_seen_at, saved_at, measure, latitude, longitude,
                is_highlighted, read_at\(texts)
            FROM item\(needs.texts ? " LEFT JOIN content ON item_id = id" : "") WHERE \(selection)
            """
    }
}

/// An item with what rules test.
struct RuleItem {
    let id: Int64
    var subject: SearchSubject
    let firstSeenAt: Int64
    let isHighlighted: Bool

    /// Reads the columns of `RuleQueries.items`.
    init(_ columns: Columns, _ needs: SearchSubject.Needs) throws {
        id = try columns.integer(0)
        var fields = SearchFields(
            kind: try columns.text(1), kindName: try columns.text(2), measure: try columns.optionalReal(6),
            latitude: try columns.optionalReal(7), longitude: try columns.optionalReal(8))
        if needs.texts, let payload = try columns.optionalData(16) {
            fields.title = try columns.text(11)
            fields.author = try columns.text(12)
            fields.source = try columns.text(13)
            fields.tags = [try columns.text(14)]
            fields.text = TextDelta.decode(try columns.data(15), against: payload) ?? ""
        }
        subject = SearchSubject(fields, milliseconds: try columns.integer(3), needs)
        firstSeenAt = try columns.integer(4)
        isHighlighted = try columns.flag(9)
        subject.isSaved = try columns.optionalInteger(5) != nil
        subject.isUnread = try columns.optionalInteger(10) == nil
        subject.isHighlighted = isHighlighted
    }

    /// An item that has just been stored.
    init(_ item: Refresh.Item, _ stored: ItemWriter.Stored, _ needs: SearchSubject.Needs) {
        id = stored.id
        subject = SearchSubject(
            item.search, milliseconds: item.date?.milliseconds ?? stored.firstSeenAt, needs)
        subject.isSaved = stored.savedAt != nil
        firstSeenAt = stored.firstSeenAt
        isHighlighted = stored.isHighlighted
    }
}
