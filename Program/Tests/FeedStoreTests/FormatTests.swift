import Foundation
import GRDB
import SQL
import Search
import TestSupport
import Testing

@testable import FeedStore

@Suite("The format of a store")
struct FormatTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The oldest version that can be read, which has the tables of version 13, under another number in each database.
    private static let before = TestedDatabase.isSQLite ? 12 : 5

    /// Makes a store of the oldest version that can be read.
    private func makeEarlier() throws {
        let store = try folder.store()
        try store.commit(merge(item("a"), item("b", rank: 1), on: 1))
        try store.follow(hello, on: 1)
        try store.mark(keys(hello, "a"), as: .saved, at: day(2))
        try store.close()
        try folder.makeVersion13()
        if TestedDatabase.isSQLite {
            try folder.execute(
                """
                CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                INSERT INTO grdb_migrations VALUES ('12')
                """)
        }
        try folder.setVersion(Self.before)
    }

    @Test("A new store has this version's format, which earlier versions refuse as a newer one")
    func current() throws {
        try folder.store().close()
        #expect(try folder.version == Schema.version && Schema.version > max(12, 5))
    }

    @Test("A store of the previous version is migrated when it is opened, and keeps everything")
    func earlier() throws {
        try makeEarlier()
        let store = try folder.store()
        #expect(try store.ids() == ["b", "a"] && store.saved() == ["a"] && store.followed().map(\.feed) == [hello])
        #expect(try store.accounts().map(\.id) == [1] && store.notices.isEmpty)
        #expect(try folder.version == Schema.version)
        try store.commit(merge(item("c"), on: 3))
        #expect(try store.ids().count == 3)
    }

    @Test("A store of version 14 continues with higher numbers, and keeps the order of followed feeds")
    func version14() throws {
        let store = try folder.store()
        try store.commit(merge(item("a"), on: 1))
        for feed in [hello, top] { try store.follow(feed, on: 1) }
        try store.close()
        // Follows had ids of their own, which moving a feed made higher than the number of changes.
        try folder.execute("UPDATE followed SET id = id + 900")
        try folder.makeVersion14()
        let migrated = try folder.store()
        try migrated.follow(FeedKey("web/last"), on: 2)
        #expect(try migrated.followed().map(\.feed) == [hello, top, FeedKey("web/last")])
        try migrated.commit(merge(item("b"), on: 3))
        #expect(try migrated.unread().contains("b") && folder.version == Schema.version)
    }

    @Test("A store of version 15 gets labels, and keeps saved items")
    func version15() throws {
        let store = try folder.store()
        try store.commit(merge(item("a"), on: 1))
        try store.mark(keys(hello, "a"), as: .saved, at: day(2))
        try store.close()
        try folder.makeVersion15()
        let migrated = try folder.store()
        #expect(try migrated.saved() == ["a"] && migrated.labels().isEmpty && folder.version == Schema.version)
        try migrated.changeLabels(of: keys(hello, "a"), adding: ["Recipes"], at: day(3))
        #expect(try migrated.items(ItemSelection(label: "recipes"), limit: nil).items.map(\.id) == ["a"])
    }

    @Test("A store of version 18 names the version of Freshet that it needs once it is migrated")
    func version18() throws {
        try folder.store().close()
        try folder.makeVersion18()
        try folder.store().close()
        #expect(try folder.version == Schema.version && folder.count("program") == 1)
    }

    @Test("A migration quotes words in rules that would join terms once, and reports it")
    func requotedRules() throws {
        try makeEarlier()
        try folder.execute(
            """
            INSERT INTO rule (account_id, text, created_at, position)
            VALUES (1, 'mute cat OR dog', 0, 1), (1, 'mute (a b', 0, 2), (1, 'mute plain', 0, 3), (1, 'mute a b', 0, 4)
            """)
        let store = try folder.store()
        let rules = try store.rules().map(\.rule.text)
        #expect(rules == ["mute cat \"OR\" dog", "mute a b", "mute plain"])
        #expect(store.notices == [.rulesRequoted(path: store.name, count: 2)])
        try store.close()
        #expect(try folder.store().notices.isEmpty)
    }

    @Test("A migrated store has the same format as a new one", .onSQLite)
    func same() throws {
        try makeEarlier()
        try folder.store().close()
        let new = try TemporaryFolder()
        try new.store().close()
        #expect(try schema(folder) == schema(new))
    }

    @Test(
        "A store of an older format isn't changed, and the error says how to move its contents", arguments: [1, 11, 4])
    func outdated(version: Int) throws {
        guard version < Self.before else { return }
        try makeEarlier()
        try folder.setVersion(version)
        let error = #expect(throws: FeedStoreError.self) { _ = try folder.store() }
        guard case .outdated(_, version) = error else { throw try #require(error) }
        #expect(error?.description.contains("freshet export") == true)
        #expect(try folder.version == version && folder.count("item") == 2)
    }

    @Test("A damaged store of an older format isn't changed", .onSQLite)
    func outdatedDamaged() throws {
        try makeEarlier()
        try folder.setVersion(11)
        let page = try DatabaseQueue(path: folder.file.path).read { db in
            try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'item'")
        }
        let handle = try FileHandle(forUpdating: folder.file)
        try handle.seek(toOffset: UInt64(try #require(page) - 1) * 4_096)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
        try handle.close()
        let before = try Data(contentsOf: folder.file)
        #expect(throws: FeedStoreError.outdated(path: folder.file.path, found: 11)) { _ = try folder.store() }
        #expect(try Data(contentsOf: folder.file) == before)
        #expect(try folder.names.allSatisfy { !$0.contains("damaged") && !$0.contains("rescued") })
    }

    @Test("A store is migrated once by many threads that open it at the same time")
    func manyAtOnce() async throws {
        try makeEarlier()
        let folder = folder
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { try folder.store().follow(FeedKey("web/\(number)"), on: number) }
            }
            try await group.waitForAll()
        }
        #expect(try folder.store().followed().count == 9)
    }

    @Test("A store that a newer version migrates meanwhile isn't changed")
    func newerMeanwhile() throws {
        try makeEarlier()
        try folder.setVersion(Schema.version + 1)
        try folder.updateFormat()
        #expect(try folder.version == Schema.version + 1)
    }

    @Test("A store of an earlier format isn't opened read-only, and the error names the remedy", .onSQLite)
    func readOnly() throws {
        try makeEarlier()
        try permit(0o444, folder.file)
        try permit(0o555, folder.url)
        defer {
            try? permit(0o755, folder.url)  // the folder is removed with the test
        }
        let error = FeedStoreError.readOnly(path: folder.file.path)
        #expect(throws: error) { try unprivileged { _ = try folder.store() } }
    }

    /// Every table of a store has its row, and no other.
    @Test("The format of a store is described by the list of tables", .onSQLite)
    func complete() throws {
        try folder.store().close()
        let tables = try DatabaseQueue(path: folder.file.path).read { db in
            try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        }
        #expect(Set(tables.filter { !$0.hasPrefix("search") }) == Set(StoreTable.all.map(\.name)))
    }

    @Test("The format of a store has a column that a migration added as a new store has it", .onSQLite)
    func addedColumn() throws {
        try folder.store().close()
        try folder.execute("ALTER TABLE item DROP COLUMN measure_kind; ALTER TABLE feed DROP COLUMN owner_id")
        for (column, table) in [("measure_kind", "item"), ("owner_id", "feed")] {
            for statement in StoreTable.addition(of: column, to: table, in: .sqlite) { try folder.execute(statement) }
        }
        let new = try TemporaryFolder()
        try new.store().close()
        #expect(try schema(folder) == schema(new))
    }

    /// `FRESHET_WRITE_TABLES=1` writes it there.
    @Test("The format of a store is documented table by table")
    func documented() throws {
        let table = StoreTable.documentation
        #expect(try documentedTable("the tables", in: "store.md", writing: table) == table)
    }

    private func schema(_ folder: TemporaryFolder) throws -> [String] {
        let queue = try DatabaseQueue(path: folder.file.path)
        return try queue.read { db in
            let columns = """
                SELECT item.name || ' ' || one.name || ' ' || one.type || ' ' || one."notnull" || ' ' || one.pk
                FROM sqlite_master AS item JOIN pragma_table_xinfo(item.name) AS one WHERE item.type = 'table' ORDER BY 1
                """
            return try String.fetchAll(db, sql: columns)
                + String.fetchAll(
                    db, sql: "SELECT name || coalesce(sql, '') FROM sqlite_master WHERE type <> 'table' ORDER BY 1")
                + String.fetchAll(db, sql: "PRAGMA user_version") + String.fetchAll(db, sql: "PRAGMA integrity_check")
        }
    }
}
