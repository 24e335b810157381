import GRDB
import SQL

/// How a file gets the tables of ``Schema``.
enum SQLiteSchema {
    static func format(of db: Database) throws -> Schema.Format {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard try Int.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID else {
            let tables = "SELECT count(*) FROM sqlite_master WHERE type = 'table'"
            return try version == 0 && Int.fetchOne(db, sql: tables) == 0 ? .empty : .foreign
        }
        return Schema.Format(version: version, in: .sqlite)
    }

    /// Creates the tables, or migrates those of an earlier version, in one transaction.
    static func update(_ database: some DatabaseWriter) throws {
        try database.write { db in
            let search = FTS5Search()
            if try Schema.update(SQLiteConnection(db), from: format(of: db), .sqlite, search) {
                try db.execute(
                    sql: "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(Schema.version)")
            }
        }
    }
}
