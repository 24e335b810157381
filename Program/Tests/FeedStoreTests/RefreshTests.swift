import FeedStore
import Foundation
import Testing

@Suite("A refresh")
struct RefreshTests {
    let folder: TemporaryFolder
    let store: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    @Test("A refresh that merges keeps items that it doesn't list")
    func merging() throws {
        try store.commit(merge(item("a", day(1)), item("b", day(2))))
        try store.commit(merge(item("c", day(3))))
        #expect(try store.ids() == ["c", "b", "a"])
    }

    @Test("A refresh that replaces hides items that it doesn't list, until they are listed again")
    func replacing() throws {
        try store.commit(replace(item("a", rank: 1), item("b", rank: 2)))
        try store.commit(replace(item("c", rank: 1), item("a", rank: 2)))
        #expect(try store.ids() == ["c", "a"])
        #expect(try store.snapshot(of: hello, limit: 0).total == 2)
        try store.commit(replace(item("b", rank: 1)))
        #expect(try store.ids() == ["b"])
    }

    @Test("A refresh that replaces with nothing shows nothing")
    func replacingByNothing() throws {
        try store.commit(replace(item("a")))
        try store.commit(replace())
        #expect(try store.snapshot(of: hello, limit: nil).total == 0)
    }

    @Test("A refresh changes an item that is known, but not when it was first seen")
    func updating() throws {
        try store.commit(merge(item("a", day(1), rank: 5), on: 1))
        try store.commit(merge(item("a", day(2), payload: "later"), on: 2))
        let stored = try #require(try store.snapshot(of: hello, limit: nil).items.first)
        #expect((stored.date, stored.rank, stored.firstSeenAt) == (day(2), nil, day(1)))
        #expect(stored.payload == Data("later".utf8))
    }

    @Test("A partly failed refresh hides nothing if it merges, and unlisted items if it replaces")
    func replacingInPart() throws {
        let error = StoredError(kind: "status", message: "503", at: day(2))
        try store.commit(replace(item("a"), item("b")))
        try store.commit(FeedUpdate(feed: hello, items: [item("c")], mode: .merge, fetchedAt: day(2), error: error))
        #expect(try store.ids() == ["c", "a", "b"])
        try store.commit(
            FeedUpdate(feed: hello, items: [item("a"), item("c")], mode: .replace, fetchedAt: day(2), error: error))
        #expect(try store.ids() == ["c", "a"])
    }

    @Test("A refresh takes the last of two items with one id")
    func duplicates() throws {
        try store.commit(merge(item("a", payload: "1"), item("a", payload: "2")))
        #expect(try store.snapshot(of: hello, limit: nil).items.map(\.payload) == [Data("2".utf8)])
    }

    @Test("A refresh without changes updates the time, clears the error and keeps the rest")
    func unchanged() throws {
        let extra = Data("e".utf8)
        try store.commit(
            FeedUpdate(feed: hello, items: [item("a")], mode: .merge, fetchedAt: day(1), skipped: 3, extra: extra))
        try store.commit(.failed(hello, StoredError(kind: "k", message: "m", at: day(2))))
        try store.commit(.unchanged(hello, fetchedAt: day(3)))
        let snapshot = try store.snapshot(of: hello, limit: nil)
        #expect((snapshot.total, snapshot.skipped, snapshot.extra) == (1, 3, extra))
        #expect((snapshot.fetchedAt, snapshot.error) == (day(3), nil))
    }

    @Test("A refresh that failed keeps items and time, and adds the error")
    func failed() throws {
        let error = StoredError(kind: "timedOut", message: "30 s", at: day(2), retryAt: day(3))
        try store.commit(merge(item("a"), on: 1))
        try store.commit(.failed(hello, error))
        let snapshot = try store.snapshot(of: hello, limit: nil)
        #expect((snapshot.total, snapshot.fetchedAt, snapshot.error) == (1, day(1), error))
    }

    @Test("A partly failed refresh keeps what arrived, and isn't fresh")
    func failedInPart() throws {
        let error = StoredError(kind: "status", message: "503", at: day(2))
        try store.commit(
            FeedUpdate(feed: hello, items: [item("a")], mode: .merge, fetchedAt: day(2), error: error))
        let snapshot = try store.snapshot(of: hello, limit: nil)
        #expect((snapshot.total, snapshot.fetchedAt, snapshot.error) == (1, nil, error))
    }

    @Test("A refresh doesn't rewrite unchanged data", .onSQLite)
    func unchangedRows() throws {
        let items = (0..<500).map { item("\($0)", payload: String(repeating: "x", count: 2_000)) }
        let refresh = FeedUpdate(feed: hello, items: items, mode: .merge, fetchedAt: day(1))
        try store.commit(refresh)
        try store.close()
        let again = try folder.store()
        try again.commit(refresh)
        let log = try FileManager.default.attributesOfItem(atPath: folder.file.path + "-wal")[.size] as? Int
        let bytes = try #require(log)
        // Four pages, all from opening: GRDB creates and drops a table to start the log. They are the first page, the two last
        // pages of the schema, which SQLite rebalances if the last one is nearly full, and the dropped table's page.
        #expect(bytes < 20_000)
    }
}
