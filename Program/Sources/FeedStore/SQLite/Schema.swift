import GRDB

/// The tables, and the way to them from any earlier version.
///
/// Versions only go forward.
enum Schema {
    /// `PRAGMA user_version` of a store that this code reads and writes.
    static let version = 2
    /// `PRAGMA application_id`: `FRES`.
    static let applicationID = 0x4652_4553

    /// What a file says about itself.
    enum Format {
        case current
        /// Empty, or from an earlier version.
        case older
        case newer(Int)
        /// A database that something else made.
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

    static func migrate(_ pool: DatabasePool) throws {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(sql: tables)
            try db.execute(sql: indexes)
            try db.execute(sql: counters)
            try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = 1")
        }
        migrator.registerMigration("2") { db in
            try db.execute(sql: following)
            try db.execute(sql: marks)
            try db.execute(sql: "PRAGMA user_version = 2")
        }
        try migrator.migrate(pool)
    }

    /// Instants are milliseconds since 1970.
    private static let tables = """
        CREATE TABLE feed (
            id INTEGER PRIMARY KEY,
            key TEXT NOT NULL UNIQUE,
            fetched_at INTEGER,
            shown_at INTEGER,
            skipped INTEGER NOT NULL DEFAULT 0,
            extra BLOB,
            error_kind TEXT,
            error_message TEXT,
            error_at INTEGER,
            error_retry_at INTEGER,
            stored_count INTEGER NOT NULL DEFAULT 0,
            current_count INTEGER NOT NULL DEFAULT 0,
            unseen_count INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        CREATE TABLE item (
            id INTEGER PRIMARY KEY,
            feed_id INTEGER NOT NULL,
            key TEXT NOT NULL,
            date INTEGER,
            rank INTEGER,
            first_seen_at INTEGER NOT NULL,
            is_current INTEGER NOT NULL,
            is_unseen INTEGER NOT NULL,
            payload BLOB NOT NULL,
            UNIQUE (feed_id, key)
        ) STRICT;

        CREATE TABLE gap (
            feed_id INTEGER NOT NULL,
            after INTEGER NOT NULL,
            before INTEGER NOT NULL,
            PRIMARY KEY (feed_id, after)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE ledger (
            url TEXT NOT NULL,
            requester TEXT NOT NULL,
            feed TEXT NOT NULL,
            requested_at INTEGER NOT NULL,
            status INTEGER,
            failure_kind TEXT,
            failure_message TEXT,
            etag TEXT,
            last_modified TEXT,
            next_allowed_at INTEGER,
            rule TEXT,
            next_page TEXT,
            requests INTEGER NOT NULL,
            counted_since INTEGER NOT NULL,
            PRIMARY KEY (url, requester)
        ) STRICT;

        CREATE TABLE quota (
            host TEXT NOT NULL,
            resource TEXT NOT NULL,
            requester TEXT NOT NULL,
            quota_limit INTEGER,
            remaining INTEGER NOT NULL,
            reset_at INTEGER NOT NULL,
            seen_at INTEGER NOT NULL,
            rule TEXT NOT NULL,
            PRIMARY KEY (host, resource, requester)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE lease (
            url TEXT NOT NULL,
            requester TEXT NOT NULL,
            until INTEGER NOT NULL,
            PRIMARY KEY (url, requester)
        ) STRICT, WITHOUT ROWID;
        """

    /// `item_shown` is a snapshot's order; `item_age` is retention's.
    private static let indexes = """
        CREATE INDEX item_shown ON item (feed_id, date DESC, \(rankOrder), key) WHERE is_current = 1;
        CREATE INDEX item_age ON item (feed_id, \(age));
        CREATE INDEX ledger_requested ON ledger (requested_at);
        """

    /// Unranked items come after ranked ones.
    static let rankOrder = "ifnull(rank, 9223372036854775807)"
    /// The later of an item's own date and its first sight.
    static let age = "max(first_seen_at, ifnull(date, first_seen_at))"

    /// A feed's counts are kept beside it: counting 100,000 items at each showing would not be free.
    private static let counters = """
        CREATE TRIGGER item_inserted AFTER INSERT ON item BEGIN
            UPDATE feed SET
                stored_count = stored_count + 1,
                current_count = current_count + NEW.is_current,
                unseen_count = unseen_count + (NEW.is_current AND NEW.is_unseen)
            WHERE id = NEW.feed_id;
        END;
        CREATE TRIGGER item_updated AFTER UPDATE OF is_current, is_unseen ON item
        WHEN OLD.is_current <> NEW.is_current OR OLD.is_unseen <> NEW.is_unseen BEGIN
            UPDATE feed SET
                current_count = current_count + NEW.is_current - OLD.is_current,
                unseen_count = unseen_count + (NEW.is_current AND NEW.is_unseen) - (OLD.is_current AND OLD.is_unseen)
            WHERE id = NEW.feed_id;
        END;
        CREATE TRIGGER item_deleted AFTER DELETE ON item BEGIN
            UPDATE feed SET
                stored_count = stored_count - 1,
                current_count = current_count - OLD.is_current,
                unseen_count = unseen_count - (OLD.is_current AND OLD.is_unseen)
            WHERE id = OLD.feed_id;
        END;
        """
}
