import GRDB

/// The tables, and the migrations from earlier versions.
enum Schema {
    /// `PRAGMA user_version` of the stores that this code reads and writes.
    static let version = 12
    /// `PRAGMA application_id`: `FRES`.
    static let applicationID = 0x4652_4553

    /// The contents of a file.
    enum Format {
        case current
        /// Nothing, or a store of an earlier version.
        case older
        case newer(Int)
        /// Another program's database.
        case foreign
    }

    static func format(of db: Database) throws -> Format {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID else {
            let tables = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'grdb_%'"
            return try version == 0 && Int.fetchOne(db, sql: tables) == 0 ? .older : .foreign
        }
        return version == self.version ? .current : version < self.version ? .older : .newer(version)
    }

    /// Migrates to this version, or to an earlier one.
    static func migrate(_ database: some DatabaseWriter, upTo version: String? = nil) throws {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(sql: version1)
            try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = 1")
        }
        migrator.registerMigration("2") { db in
            try db.execute(sql: version2)
            try db.execute(sql: "PRAGMA user_version = 2")
        }
        migrator.registerMigration("3") { db in
            try db.execute(sql: setVersion2Aside)
            try db.execute(sql: tables)
            try db.execute(sql: indexes)
            try db.execute(sql: moveVersion2)
            try db.execute(sql: "ALTER TABLE ledger ADD COLUMN received_at INTEGER")
            try db.execute(sql: documents)
            try db.execute(sql: searchTable)
            try db.execute(sql: "PRAGMA user_version = 3")
        }
        migrator.registerMigration("4") { db in
            try db.execute(sql: version4)
            try db.execute(sql: "PRAGMA user_version = 4")
        }
        migrator.registerMigration("5") { db in
            try db.execute(sql: version5)
            try db.execute(sql: "PRAGMA user_version = 5")
        }
        migrator.registerMigration("6") { db in
            try db.execute(sql: version6)
            try db.execute(sql: "PRAGMA user_version = 6")
        }
        migrator.registerMigration("7") { db in
            try db.execute(sql: version7)
            try db.execute(sql: "PRAGMA user_version = 7")
        }
        migrator.registerMigration("8") { db in
            try db.execute(sql: version8)
            try db.execute(sql: "PRAGMA user_version = 8")
        }
        migrator.registerMigration("9") { db in
            try db.execute(sql: version9)
            try db.execute(sql: "PRAGMA user_version = 9")
        }
        migrator.registerMigration("10") { db in
            try db.execute(sql: version10)
            try db.execute(sql: "PRAGMA user_version = 10")
        }
        migrator.registerMigration("11") { db in
            try db.execute(sql: version11)
            try db.execute(sql: "PRAGMA user_version = 11")
        }
        migrator.registerMigration("12") { db in
            try db.execute(sql: version12)
            try db.execute(sql: "PRAGMA user_version = 12")
        }
        if let version { try migrator.migrate(database, upTo: version) } else { try migrator.migrate(database) }
    }
}
