import SQL
import Search

/// The tables of a store, and how a store gets them.
enum Schema {
    /// The version of the tables that this code reads and writes, in both databases.
    static let version = 19

    /// The first version of Freshet that has this ``version``. They change together.
    static let requiredProgram = "0.1.0"

    /// `PRAGMA application_id` of a file: `FRES`.
    static let applicationID = 0x4652_4553

    /// The format of a database.
    enum Format {
        case empty
        case current
        /// A version that ``update(_:from:_:_:)`` migrates.
        case earlier(Int)
        /// A version older than all of those.
        case outdated(Int)
        /// A version of a later program, and the version of Freshet that it needs if it names one.
        case newer(Int, program: String?)
        /// Another program's database.
        case foreign

        /// - Parameter program: reads the version of Freshet that the database needs.
        init(version: Int, in dialect: SQLDialect, program: () throws -> String?) rethrows {
            let oldest = Schema.migrations(dialect).first?.from ?? Schema.version
            self =
                switch version {
                case Schema.version: .current
                case ..<oldest: .outdated(version)
                case ..<Schema.version: .earlier(version)
                default: try .newer(version, program: program())
                }
        }

        /// The error for a format that can't be read; nil for the others.
        func refusal(path: String) -> FeedStoreError? {
            switch self {
            case .empty, .current, .earlier: nil
            case .outdated(let found): .outdated(path: path, found: found)
            case .newer(let found, let program):
                .newerVersion(path: path, found: found, supported: Schema.version, program: program)
            case .foreign:
                .cannotOpen(path: path, cause: "it is another program's database. Choose another data folder")
            }
        }
    }

    /// The changes from one version to the next.
    struct Migration {
        let from: Int
        /// The tables that the next version adds.
        var tables: [String] = []
        /// The columns that it adds, which later migrations may rename.
        var columns: [(table: String, column: String)] = []
        /// The indexes that it adds to tables that the earlier version has.
        var indexes: [String] = []
        /// The tables, or columns of tables, that it renames.
        var renamings: [(table: String, column: String?, name: String)] = []
        /// Other changes, in SQL.
        var statements: [String] = []
        /// True if rules were written without words and parentheses that join terms.
        var requotesRules = false

        fileprivate func statements(in dialect: SQLDialect) -> [String] {
            StoreTable.all.filter { tables.contains($0.name) }.flatMap { $0.creation(in: dialect) }
                + columns.flatMap { added in
                    let renaming = Schema.migrations(dialect).flatMap(\.renamings).first {
                        ($0.table, $0.column) == (added.table, added.column)
                    }
                    return StoreTable.addition(
                        of: renaming?.name ?? added.column, to: added.table, as: added.column, in: dialect)
                }
                + renamings.map { renaming in
                    renaming.column.map { "ALTER TABLE \(renaming.table) RENAME COLUMN \($0) TO \(renaming.name)" }
                        ?? "ALTER TABLE \(renaming.table) RENAME TO \(renaming.name)"
                } + statements
                + indexes.flatMap { StoreTable.addition(ofIndex: $0, in: dialect) }
        }
    }

    /// The migrations, from the oldest version that can be read.
    static func migrations(_ dialect: SQLDialect) -> [Migration] {
        [
            // Until here, each database had numbers of its own.
            dialect == .sqlite ? Migration(from: 12, statements: ["DROP TABLE grdb_migrations"]) : Migration(from: 5),
            Migration(
                from: 13, tables: ["reindexing"],
                // When items change, for programs that ask what has.
                columns: [("mark", "changed_at"), ("content", "changed_at")],
                statements: [
                    "INSERT INTO reindexing (item_id, last_id) SELECT id, id FROM item ORDER BY id DESC LIMIT 1"
                ] + (dialect == .sqlite ? FTS5Search.updatedDocuments : []),
                requotesRules: true),
            Migration(
                from: 14,
                tables: [
                    "identity", "completed_sign_in", "server_secret", "reset_link", "invitation", "rule_progress",
                ],
                columns: [
                    ("feed", "check_at"), ("item", "check_at"), ("followed", "keep_items"), ("followed", "keep_days"),
                    ("account", "saved_days"), ("account", "disabled_at"), ("account", "version"), ("feed", "version"),
                    ("sequence", "version"), ("rule", "is_pending"),
                ],
                indexes: ["feed_check", "item_check"],
                statements: [checkUnlisted]
                    + (dialect == .sqlite
                        // The ids of follows are numbers of changes.
                        ? ["UPDATE sequence SET value = max(value, coalesce((SELECT max(id) FROM followed), 0))"]
                        : PostgreSQLLocks.creation)),
            Migration(from: 15, tables: ["setting", "label", "item_label"]),
            Migration(
                from: 16, tables: ["story", "story_link", "merged_story", "own_story_link"],
                columns: [("followed", "stories")]),
            Migration(
                from: 17,
                renamings: [
                    ("delivery", "sink_id", "destination_id"), ("sink", nil, "destination"),
                    ("account", "version", "change_number"), ("feed", "version", "change_number"),
                    ("sequence", "version", "change_number"), ("item", "quantity", "measure_kind"),
                    ("score", nil, "measurement"),
                ]),
            Migration(from: 18, tables: ["program"]),
        ]
    }

    /// The version of Freshet that a database of a newer format says it needs; nil if that can't be read.
    static func requiredProgram(of db: any SQLConnection) -> String? {
        do {
            let text = try db.row("SELECT required_version FROM program")?.text(0)
            return text.flatMap { $0.wholeMatch(of: /[0-9A-Za-z.+-]{1,40}/) == nil ? nil : $0 }
        } catch {
            return nil
        }
    }

    /// Lets retention look at the items that no feed lists.
    static let checkUnlisted = """
        UPDATE item SET check_at = 0 WHERE NOT EXISTS (SELECT 1 FROM listing WHERE item_id = item.id)
        """

    /// Creates the tables in an empty database, or migrates those of an earlier version. Changes no other database.
    ///
    /// - Returns: the notices to report if the database was created or migrated, whose version the caller stores; otherwise nil.
    static func update(
        _ db: any SQLConnection, from format: Format, _ dialect: SQLDialect, _ search: any FullTextSearch, path: String
    ) throws -> [StoreNotice]? {
        let migrations: [Migration]
        var statements: [String] = []
        switch format {
        case .empty:
            migrations = []
            statements = StoreTable.all.flatMap { $0.creation(in: dialect) } + search.tables + firstRows
            if dialect == .postgreSQL { statements += PostgreSQLLocks.creation }
        case .earlier(let version): migrations = Schema.migrations(dialect).filter { $0.from >= version }
        case .current, .outdated, .newer, .foreign: return nil
        }
        statements += migrations.flatMap { $0.statements(in: dialect) }
        statements += ["DELETE FROM program", "INSERT INTO program (required_version) VALUES ('\(requiredProgram)')"]
        for statement in statements { try db.execute(statement, isReused: false) }
        guard migrations.contains(where: \.requotesRules) else { return [] }
        let count = try requoteRules(db)
        return count > 0 ? [.rulesRequoted(path: path, count: count)] : []
    }

    /// Quotes words and parentheses of rules that an earlier version didn't read as operators; returns the number of changed rules.
    private static func requoteRules(_ db: any SQLConnection) throws -> Int {
        let changed = try db.rows("SELECT id, account_id, text FROM rule").compactMap { row in
            let text = try row.text(2)
            let quoted = SearchQuery.requoted(text)
            return quoted == text ? nil : (id: try row.integer(0), account: try row.integer(1), text: quoted)
        }
        for rule in changed {
            // A rule that was quoted already says the same.
            try db.execute("DELETE FROM rule WHERE account_id = ? AND text = ?", [rule.account, rule.text])
            try db.execute("UPDATE rule SET text = ? WHERE id = ?", [rule.text, rule.id])
        }
        return changed.count
    }

    /// The rows of a new store.
    private static let firstRows = [
        "INSERT INTO sequence (value) VALUES (1)",
        "INSERT INTO account (name, created_at, is_administrator) VALUES ('admin', 0, 1)",
    ]

    /// The rank of unranked items, which sort after ranked ones.
    static let unranked = Int.max
    /// The date of an item; if undated, when it was first seen.
    static let time = "coalesce(item.date, item.first_seen_at)"
}
