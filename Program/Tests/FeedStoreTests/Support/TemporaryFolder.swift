import Foundation
import GRDB
import PostgreSQL
import SQL
import Search
import Testing

@testable import FeedStore

/// The database under the tests' stores.
enum TestedDatabase {
    /// The address of a PostgreSQL server on which the tests run; nil for SQLite. `Scripts/with-postgresql.sh` starts one.
    static let server: String? = {
        let variables = ProcessInfo.processInfo.environment
        return variables["FRESHET_TEST_STORE"] == "postgresql" ? variables["FRESHET_TEST_POSTGRES"] : nil
    }()

    static var isSQLite: Bool { server == nil }
}

extension Trait where Self == ConditionTrait {
    /// Tests of the file, which don't run on PostgreSQL.
    static var onSQLite: Self { .enabled(if: TestedDatabase.isSQLite, "a test of SQLite's file") }
}

/// A folder for one test, removed with it. On PostgreSQL it has a schema of its own, which goes with the server.
final class TemporaryFolder: Sendable {
    let url: URL
    let schema = "test_" + UUID().uuidString.lowercased().replacing("-", with: "")

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "feed-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // The system clears away what cannot be removed.
        try? FileManager.default.removeItem(at: url)
    }

    /// The path of the test's store.
    var file: URL { url.appending(path: "freshet.sqlite") }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }

    /// Waits for other threads as long as a busy machine needs. Measures are points.
    func store(_ options: FeedStore.Options = .init(busyTimeout: 120, measureKinds: .all(.points))) throws
        -> FeedStore
    {
        guard let address else { return try FeedStore(at: file, options: options) }
        try makeDatabase()
        return try FeedStore(postgreSQL: address, options: options)
    }

    /// Makes an empty database on PostgreSQL.
    func makeDatabase() throws {
        try server?.write(after: nil) { _ = try $0.execute("CREATE SCHEMA IF NOT EXISTS \(schema)") }
    }

    /// Where the store is, for another process.
    var location: String { address ?? file.path }

    /// Opens a store in another process.
    static func store(at location: String) throws -> FeedStore {
        PostgreSQLAddress.isAddress(location)
            ? try FeedStore(postgreSQL: location) : try FeedStore(at: URL(fileURLWithPath: location))
    }

    /// The store's address on PostgreSQL.
    private var address: String? { TestedDatabase.server.map { $0 + "&options=-csearch_path%3D\(schema)" } }

    private var server: PostgreSQLPool? {
        guard let address, let parsed = try? PostgreSQLAddress(address) else { return nil }
        return PostgreSQLPool(parsed, size: 1)
    }

    /// Runs SQL on the store's file, as another program does.
    func execute(_ sql: String) throws {
        if let server {
            try server.write(after: nil) { db in
                for statement in sql.split(separator: ";") { try db.execute(String(statement), isReused: false) }
            }
            return
        }
        let queue = try DatabaseQueue(path: file.path)
        try queue.write { try $0.execute(sql: sql) }
        try queue.close()
    }

    /// The number of rows in a table.
    func count(_ table: String) throws -> Int {
        if let server { return try server.read { try $0.count("SELECT count(*) FROM \(table)") } }
        let queue = try DatabaseQueue(path: file.path)
        return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") } ?? 0
    }

    /// The version of the store's format.
    var version: Int {
        get throws {
            if let server { return try server.read { try $0.count("SELECT version FROM schema_version") } }
            let queue = try DatabaseQueue(path: file.path)
            return try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } ?? 0
        }
    }

    func setVersion(_ version: Int) throws {
        try execute(
            TestedDatabase.isSQLite
                ? "PRAGMA user_version = \(version)" : "UPDATE schema_version SET version = \(version)")
    }

    /// Makes a closed store one of version 18.
    func makeVersion18() throws {
        try undoMigration(from: 18)
        try setVersion(18)
    }

    /// Makes a closed store one of version 17.
    func makeVersion17() throws {
        try makeVersion18()
        try undoMigration(from: 17)
        try setVersion(17)
    }

    /// Makes a closed store one of version 16.
    func makeVersion16() throws {
        try makeVersion17()
        try undoMigration(from: 16)
        try setVersion(16)
    }

    /// Makes a closed store one of version 15.
    func makeVersion15() throws {
        try makeVersion16()
        try undoMigration(from: 15)
        try setVersion(15)
    }

    /// Makes a closed store one of version 14.
    func makeVersion14() throws {
        try makeVersion15()
        try undoMigration(from: 14)
        if !TestedDatabase.isSQLite { try execute("DROP SEQUENCE change_number") }
        try setVersion(14)
    }

    private func undoMigration(from version: Int) throws {
        guard let migration = Schema.migrations(.sqlite).first(where: { $0.from == version }) else { return }
        for renaming in migration.renamings.reversed() {
            try execute(
                renaming.column.map { "ALTER TABLE \(renaming.table) RENAME COLUMN \(renaming.name) TO \($0)" }
                    ?? "ALTER TABLE \(renaming.name) RENAME TO \(renaming.table)")
        }
        for index in migration.indexes { try execute("DROP INDEX \(index)") }
        for (table, column) in migration.columns { try execute("ALTER TABLE \(table) DROP COLUMN \(column)") }
        // A view refers to one of them, and to columns.
        for table in migration.tables { try execute("DROP TABLE \(table)") }
    }

    /// Makes a closed store, whose items are all indexed, one of version 13, with the index of that version.
    func makeVersion13() throws {
        try makeVersion14()
        try undoMigration(from: 13)
        guard TestedDatabase.isSQLite else {
            try execute(
                """
                UPDATE search SET words = to_tsvector('simple', title || ' ' || tags) FROM content
                WHERE content.item_id = search.item_id
                """)
            return try setVersion(13)
        }
        let configuration = SQLiteDatabase(path: file.path, options: .init()).configuration
        let queue = try DatabaseQueue(path: file.path, configuration: configuration)
        try queue.write { db in
            try db.execute(
                sql: """
                    DROP VIEW document;
                    CREATE VIEW document AS
                    SELECT item_id, title, feed_text(text, payload) AS text, author, source, tags FROM content;
                    INSERT INTO search (search) VALUES ('rebuild');
                    PRAGMA user_version = 13
                    """)
        }
        try queue.close()
    }

    /// Creates or migrates the tables, as opening the store does after it has looked at the format.
    func updateFormat() throws {
        if let server {
            return try server.write(after: nil) { _ = try PostgreSQLSchema.update($0, TSVectorSearch(), path: "") }
        }
        try SQLiteSchema.update(DatabaseQueue(path: file.path), path: file.path)
    }

    /// The bytes of the store's file; on PostgreSQL the rows of some tables.
    func stored(_ tables: [String]) throws -> Data {
        guard let server else { return try Data(contentsOf: file) }
        let rows = try server.read { db in
            try tables.flatMap { try db.rows("SELECT CAST(one AS TEXT) FROM \($0) AS one").map { try $0.text(0) } }
        }
        return Data(rows.joined(separator: "\n").utf8)
    }

    /// Makes a closed store of `count` items, which is one file.
    func filled(_ count: Int = 200, bytes: Int = 1_000) throws {
        let store = try store()
        let payload = Data(repeating: 7, count: bytes)
        let items = (0..<count).map { FeedUpdate.Item(id: "\($0)", date: day(0, seconds: $0), payload: payload) }
        try store.commit(FeedUpdate(feed: hello, items: items, mode: .merge, fetchedAt: day(1)))
        try store.close()
    }
}

extension RuleApplying {
    /// A change applies rules to the newest 10 items, and each further step to 10 more.
    static var inBatches: RuleApplying {
        var applying = RuleApplying(time: .zero)
        (applying.batch, applying.batchTime) = (10, .zero)
        return applying
    }
}

let hello = FeedKey("github/octocat/hello")
let top = FeedKey("news/top")

/// The n-th day of the tests' calendar, and seconds after its beginning.
func day(_ number: Int, seconds: Int = 0) -> Date {
    Date(timeIntervalSince1970: 1_700_000_000 + Double(number) * 86_400 + Double(seconds))
}

/// An item whose payload is its id unless one is given.
func item(
    _ id: String, _ date: Date? = nil, rank: Int? = nil, payload: String? = nil, search: SearchFields = SearchFields()
) -> FeedUpdate.Item {
    FeedUpdate.Item(id: id, date: date, rank: rank, payload: Data((payload ?? id).utf8), search: search)
}

func merge(_ items: FeedUpdate.Item..., on number: Int = 0, into feed: FeedKey = hello) -> FeedUpdate {
    FeedUpdate(feed: feed, items: items, mode: .merge, fetchedAt: day(number))
}

func replace(_ items: FeedUpdate.Item..., on number: Int = 0, in feed: FeedKey = hello) -> FeedUpdate {
    FeedUpdate(feed: feed, items: items, mode: .replace, fetchedAt: day(number))
}

/// The keys of a feed's items, in the scope of its upstream.
func keys(_ feed: FeedKey, _ ids: String...) -> [ItemKey] {
    ids.map { ItemKey(scope: feed.upstream, id: $0) }
}

extension FeedStore {
    func commit(_ refreshes: FeedUpdate...) throws {
        try commit(refreshes, ledger: [], quotas: [])
    }

    @discardableResult
    func unfollow(_ feed: FeedKey) throws -> Bool { try unfollow(feed, at: day(0)) }

    @discardableResult
    func follow(_ feed: FeedKey, on number: Int = 0) throws -> Bool {
        try follow(feed, path: feed.rawValue, FollowSettings(), at: day(number))
    }

    func snapshot(of feed: FeedKey, limit: Int?) throws -> Snapshot {
        try snapshot(of: feed, order: .newest, limit: limit)
    }

    func ids(_ feed: FeedKey = hello, order: ItemOrder = .newest, limit: Int? = nil) throws -> [String] {
        try snapshot(of: feed, order: order, limit: limit).items.map(\.id)
    }

    func unread(_ feed: FeedKey = hello) throws -> [String] {
        try snapshot(of: feed, limit: nil).items.filter(\.isUnread).map(\.id)
    }

    /// The ids of the saved items, most recently saved first.
    func saved() throws -> [String] {
        try items(ItemSelection(isSaved: true), limit: nil).items.map(\.id)
    }
}
