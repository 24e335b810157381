import FeedStore
import Foundation
import GRDB
import Search
import Testing

@Suite("A store of an earlier version")
struct MigrationTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func make(_ version: Int) throws {
        try version == 1 ? folder.makeVersion1() : folder.makeVersion2()
    }

    private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    @Test("keeps feeds, items and the ledger of requests", arguments: [1, 2])
    func keeps(version: Int) throws {
        try make(version)
        let store = try folder.store()
        let snapshot = try store.snapshot(of: top, limit: nil)
        #expect(snapshot.items.map(\.id) == ["2", "1"] && snapshot.items.map(\.rank) == [1, 0])
        #expect(snapshot.items.map(\.key.scope) == ["news", "news"])
        #expect(snapshot.total == 2 && snapshot.skipped == 2)
        #expect(snapshot.extra == Data("{}".utf8))
        #expect(snapshot.fetchedAt == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(try store.items(of: top, ids: ["3"]).map { text($0.payload) } == ["c"])
        #expect(try store.snapshot(of: hello, limit: nil).gaps.count == 1)
        #expect(try store.ledger().map(\.eTag) == ["\"e\""])
        #expect(try store.quotas(at: .distantFuture).map(\.remaining) == [59])
        #expect(store.notices.isEmpty)
    }

    @Test("counts shown items as read, and takes the time of showing them as the last visit")
    func seen() throws {
        try make(1)
        let store = try folder.store()
        #expect(try store.unread(top) == ["2"] && store.unread(hello) == ["PushEvent/1"])
        #expect(try store.items(of: top, ids: ["3"]).map(\.isUnread) == [false])
        try store.visit(top, at: day(1))
        #expect(
            try store.snapshot(of: top, limit: 0).lastVisitAt == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(try store.followed().isEmpty && store.saved().isEmpty)
    }

    @Test("has each item once: in the version fetched last, and read if it's read in any feed")
    func once() throws {
        try make(2)
        let store = try folder.store()
        let list = try store.items(ItemSelection(), limit: nil)
        #expect(Set(list.items.map(\.id)) == ["1", "2", "4", "9", "PushEvent/1", "PushEvent/9"] && list.total == 6)
        let shared = try #require(list.items.first { $0.id == "2" })
        #expect(!shared.isUnread && text(shared.payload) == "bb")
        #expect(shared.firstSeenAt == Date(timeIntervalSince1970: 1_699_990_000))
        #expect(try store.unread(FeedKey("news/best")) == ["4"] && store.unread(top).isEmpty)
        #expect(try store.snapshot(of: FeedKey("news/best"), limit: nil).items.map(\.rank) == [7, 8])
    }

    @Test("has the copies of saved items as items")
    func saved() throws {
        try make(2)
        let store = try folder.store()
        let saved = try store.items(ItemSelection(isSaved: true), limit: nil).items
        #expect(saved.map(\.id) == ["9", "PushEvent/9", "4"] && saved.map { text($0.payload) } == ["9", "8", "e"])
        #expect(saved.map(\.feed.rawValue) == ["news/top", "github/octocat/gone", "news/best"])
        #expect(saved.map(\.isUnread) == [true, false, true])
        #expect(saved[0].savedAt == Date(timeIntervalSince1970: 1_700_000_400))
        #expect(try store.prune(now: day(0)).isEmpty && store.saved().count == 3)
    }

    @Test("follows the same repositories, capitals kept, as feeds")
    func followed() throws {
        try make(2)
        let store = try folder.store()
        let followed = try store.followed()
        #expect(followed.map(\.feed) == [hello, FeedKey("github/apple/swift")])
        #expect(followed.map(\.path) == ["github/Octocat/Hello", "github/apple/Swift"])
        #expect(followed[0].since == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(try store.unreadCounts() == UnreadCounts(total: 1, byFeed: [hello: 1, followed[1].feed: 0]))
        let items = (0..<30).map { item("\($0)", day(1, seconds: $0)) }
        try store.commit(Refresh(feed: hello, items: items, mode: .merge, fetchedAt: day(1)))
        #expect(try store.unread().count == 20)
    }

    @Test("finds the words of an item after its next refresh")
    func search() throws {
        try make(2)
        let store = try folder.store()
        let fields = SearchFields(title: "Hello")
        try store.commit(merge(item("1", day(1), payload: "a", search: fields), into: top))
        let found = try store.search(SearchQuery(parsing: "hello"), order: .rank, limit: 9, now: day(1))
        #expect(found.hits.map(\.item.id) == ["1"])
    }

    @Test("of version 4 keeps its items, and has room for their full texts")
    func version4() throws {
        let store = try folder.store()
        try store.commit(merge(item("a", day(1))))
        try store.mark(keys(hello, "a"), as: .saved, at: day(1))
        try store.close()
        try folder.execute(
            """
            DROP TABLE full_text; DROP TABLE playback; ALTER TABLE followed DROP COLUMN full_text;
            DELETE FROM grdb_migrations WHERE identifier >= '5'; PRAGMA user_version = 4
            """)
        let migrated = try folder.store()
        #expect(try migrated.ids() == ["a"] && migrated.saved() == ["a"])
        let text = FullText(
            address: "https://a.example/", fetchedAt: day(2), article: FullText.Article(markup: "<p>b</p>"))
        #expect(try migrated.store(text, of: keys(hello, "a")[0]))
        #expect(try migrated.fullText(of: keys(hello, "a")[0]) == text)
    }

    @Test("of version 5 keeps its follows, without full texts, and has room for the positions of players")
    func version5() throws {
        let store = try folder.store()
        let settings = FollowSettings(name: "Hello", folder: "Work", interval: .never)
        try store.follow(hello, path: hello.rawValue, settings, at: day(0))
        try store.commit(merge(item("a", day(1))))
        let text = FullText(
            address: "https://a.example/", fetchedAt: day(2), article: FullText.Article(markup: "<p>b</p>"))
        try store.store(text, of: keys(hello, "a")[0])
        try store.close()
        try folder.execute(
            """
            DROP TABLE playback; ALTER TABLE followed DROP COLUMN full_text;
            DELETE FROM grdb_migrations WHERE identifier = '6'; PRAGMA user_version = 5
            """)
        let migrated = try folder.store()
        #expect(try migrated.followed().map(\.settings) == [settings])
        #expect(try migrated.fullText(of: keys(hello, "a")[0]) == text)
        let playback = Playback(address: "https://a.example/a.mp3", position: 61.5, date: day(2))
        #expect(try migrated.store(playback, of: keys(hello, "a")[0]))
        #expect(try migrated.playback(of: keys(hello, "a")[0]) == [playback])
    }

    @Test("has the schema of a new store", arguments: [1, 2])
    func same(version: Int) throws {
        try make(version)
        let new = try TemporaryFolder()
        try new.store().close()
        try folder.store().close()
        #expect(try schema(folder) == schema(new))
    }

    @Test("is migrated once by many processes that open it at the same time")
    func manyAtOnce() async throws {
        try make(2)
        let folder = folder
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { try folder.store().follow(FeedKey("web/\(number)"), on: number) }
            }
            try await group.waitForAll()
        }
        #expect(try folder.store().followed().count == 10)
        #expect(try folder.store().ids(top) == ["2", "1"])
    }

    @Test("isn't opened if it can't be written, and the error says what to do")
    func readOnly() throws {
        try make(2)
        try permit(0o555, folder.url)
        defer {
            try? permit(0o755, folder.url)  // the folder is removed with the test
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
