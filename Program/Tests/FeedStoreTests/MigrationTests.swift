import FeedStore
import Foundation
import GRDB
import Testing

@Suite("A store of version 1")
struct MigrationTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeVersion1()
    }

    @Test("keeps everything that was in it")
    func keeps() throws {
        let store = try folder.store()
        let snapshot = try store.snapshot(of: top, limit: nil)
        #expect(snapshot.items.map(\.id) == ["2", "1"] && snapshot.items.map(\.isNew) == [true, false])
        #expect(snapshot.items.map { String(decoding: $0.payload, as: UTF8.self) } == ["b", "a"])
        #expect((snapshot.total, snapshot.newCount, snapshot.skipped) == (2, 1, 2))
        #expect(snapshot.hasBeenShown && snapshot.extra == Data("{}".utf8))
        #expect(snapshot.fetchedAt == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(try store.items(of: top, ids: ["3"]).count == 1)
        #expect(try store.snapshot(of: hello, limit: nil).gaps.count == 1)
        #expect(try store.ledger().map(\.eTag) == ["\"e\""])
        #expect(try store.quotas().map(\.remaining) == [59])
    }

    @Test("has nothing read, saved or followed, and takes it from then on")
    func takes() throws {
        let store = try folder.store()
        #expect(try store.snapshot(of: top, limit: nil).items.allSatisfy { !$0.isRead && !$0.isSaved })
        #expect(try store.saved(limit: nil).isEmpty && store.followed().isEmpty)
        try store.follow("octocat/hello", at: day(1))
        try store.mark([ItemKey(top, "1")], as: .read, at: day(1))
        try store.mark([ItemKey(hello, "PushEvent/1")], as: .saved, at: day(1))
        try store.commit(merge(item("1"), into: FeedKey("news/best")))
        let again = try folder.store()
        #expect(try again.snapshot(of: top, limit: nil).items.map(\.isRead) == [false, true])
        #expect(try again.snapshot(of: FeedKey("news/best"), limit: nil).items.map(\.isRead) == [true])
        #expect(try again.saved(limit: nil).map(\.payload) == [Data("d".utf8)])
        #expect(try again.followed().count == 1)
    }

    @Test("becomes what a new store is")
    func same() throws {
        let new = try TemporaryFolder()
        try new.store().close()
        try folder.store().close()
        #expect(try schema(folder) == schema(new))
    }

    @Test("is moved on once by many who open it at the same time")
    func manyAtOnce() async throws {
        let folder = folder
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { try folder.store().follow("octocat/\(number)", at: day(number)) }
            }
            try await group.waitForAll()
        }
        #expect(try folder.store().followed().count == 8)
        #expect(try folder.store().ids(top) == ["2", "1"])
    }

    @Test("goes on being used by a program of version 1 that has it open")
    func oldProgram() throws {
        let old = try DatabasePool(path: folder.file.path)
        let store = try folder.store()
        try store.mark([ItemKey(top, "1")], as: .read, at: day(1))
        try old.write { db in
            try db.execute(
                sql: """
                    INSERT INTO item (date, rank, payload, feed_id, key, first_seen_at, is_current, is_unseen)
                    VALUES (0, 0, x'61', 1, '4', 0, 1, 1)
                    """)
        }
        #expect(try store.ids(top) == ["2", "1", "4"])
        #expect(try store.snapshot(of: top, limit: nil).items.map(\.isRead) == [false, true, false])
        try old.close()
    }

    @Test("is not read where it may not be written, and says what to do")
    func readOnly() throws {
        try permit(0o555, folder.url)
        defer {
            try? permit(0o755, folder.url)  // the folder goes with the test
        }
        let error = FeedStoreError.readOnly(path: folder.file.path)
        #expect(throws: error) { try unprivileged { _ = try folder.store() } }
    }

    private func schema(_ folder: TemporaryFolder) throws -> [String] {
        let queue = try DatabaseQueue(path: folder.file.path)
        return try queue.read { db in
            try ["sqlite_master", "pragma_table_xinfo('item')", "pragma_table_xinfo('feed')"].flatMap { table in
                let columns = table == "sqlite_master" ? "name" : "name || type || hidden"
                return try String.fetchAll(db, sql: "SELECT \(columns) FROM \(table) ORDER BY 1")
            } + String.fetchAll(db, sql: "PRAGMA user_version") + String.fetchAll(db, sql: "PRAGMA integrity_check")
        }
    }
}
