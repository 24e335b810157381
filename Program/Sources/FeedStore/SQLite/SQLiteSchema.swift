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

    /// Creates the tables, or migrates those of an earlier version, in one transaction. Returns what is to be reported.
    @discardableResult
    static func update(_ database: some DatabaseWriter, path: String) throws -> [StoreNotice] {
        try database.write { db in
            let connection = SQLiteConnection(db)
            guard
                let notices = try Schema.update(connection, from: format(of: db), .sqlite, FTS5Search(), path: path)
            else { return [] }
            try db.execute(
                sql: "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(Schema.version)")
            return notices
        }
    }
}
