import FeedStore
import Foundation
import GRDB
import Search
import Testing

@Suite("A store of an earlier version", .onSQLite)
struct MigrationTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func make(_ version: Int) throws {
        switch version {
        case 1: try folder.makeVersion1()
        case 2: try folder.makeVersion2()
        default: try folder.makeVersion6()
        }
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

    @Test("of version 4 keeps its items, and has room for their full texts and the positions of players")
    func version4() throws {
        try folder.makeVersion6()
        try folder.execute(
            """
            DROP TABLE full_text; DROP TABLE playback; ALTER TABLE followed DROP COLUMN full_text;
            DELETE FROM grdb_migrations WHERE identifier >= '5'; PRAGMA user_version = 4
            """)
        let store = try folder.store()
        #expect(try store.ids() == ["h", "b", "a"] && store.saved() == ["c"])
        let (item, text) = (
            keys(hello, "a")[0],
            FullText(address: "https://a.example/", fetchedAt: day(2), article: FullText.Article(markup: "<p>b</p>"))
        )
        #expect(try store.store(text, of: item))
        #expect(try store.fullText(of: item) == text)
        let playback = Playback(address: "https://a.example/a.mp3", position: 61.5, date: day(2))
        #expect(try store.store(playback, of: item))
        #expect(try store.playback(of: item) == [playback])
    }

    @Test("of version 6 keeps what was read, saved, muted and highlighted, as the first account's")
    func version6() throws {
        try folder.makeVersion6()
        let store = try folder.store()
        #expect(try store.unread() == ["h", "b"] && store.unread(top) == ["c"] && store.saved() == ["c"])
        #expect(try store.snapshot(of: top, limit: nil).mutedCount == 1)
        #expect(try store.items(ItemSelection(.feed(top), isMuted: true), limit: nil).items.map(\.id) == ["m"])
        #expect(try store.marks(of: keys(hello, "h")).values.map(\.isHighlighted) == [true])
        #expect(try store.unreadCounts() == UnreadCounts(total: 2, byFeed: [hello: 2]))
        #expect(try store.readItems().map(\.key.id) == ["a", "d", "x"])
        #expect(
            try store.readItems().map(\.readAt.timeIntervalSince1970) == [1_700_000_300, 1_700_000_400, 1_700_000_200])
        #expect(try store.items(of: FeedKey("news/best"), ids: ["d"]).map(\.isUnread) == [false])
        #expect(try store.snapshot(of: hello, limit: 0).lastVisitAt == Date(timeIntervalSince1970: 1_700_000_100))
    }

    @Test("of version 6 keeps follows, rules, sinks, full texts and the positions of players")
    func version6Settings() throws {
        try folder.makeVersion6()
        let store = try folder.store()
        let settings = FollowSettings(name: "Mine", folder: "Work/Code", interval: .seconds(900), loadsFullTexts: true)
        #expect(try store.followed().map(\.settings) == [settings])
        #expect(try store.rules().map(\.rule.text) == ["mute title:m", "highlight title:h"])
        #expect(try store.addRules([Rule(parsing: "mute zebra")], at: day(0)).map(\.id) == [5])
        #expect(try store.sinks().map(\.name) == ["desk"])
        #expect(try store.fullText(of: keys(hello, "a")[0])?.article?.markup == "<p>a</p>")
        #expect(try store.playback(of: keys(hello, "b")[0]).map(\.position) == [61.5])
        let found = try store.search(SearchQuery(parsing: "is:unread title"), order: .date, limit: 9, now: day(1))
        #expect(found.hits.map(\.item.id) == ["h", "c", "b"])
    }

    @Test("of version 6 takes marks and items as a new one does")
    func version6Continues() throws {
        try folder.makeVersion6()
        let store = try folder.store()
        #expect(try store.mark(each: ItemSelection(.feed(top)), as: .read, at: day(1)).items == keys(top, "c"))
        #expect(try store.unread(top).isEmpty)
        try store.mark(keys(top, "d"), as: .unread, at: day(2))
        #expect(try store.unread(top) == ["d"] && store.unread(FeedKey("news/best")) == ["d"])
        try store.commit(merge(item("x", day(3)), item("y", day(2)), on: 3, into: top))
        #expect(try store.unread(top) == ["y", "d"])
    }

    @Test("of version 7 keeps its accounts, the first of which is an administrator")
    func version7() throws {
        let created = try folder.store()
        try created.follow(top)
        _ = try created.addAccount(named: "second", at: day(1))
        try created.close()
        try folder.execute(
            """
            DROP TABLE app_password; DROP TABLE session; DROP TABLE folder; DROP TABLE own_token;
            ALTER TABLE feed DROP COLUMN owner_id;
            ALTER TABLE account DROP COLUMN is_administrator; ALTER TABLE account DROP COLUMN password_hash;
            ALTER TABLE account DROP COLUMN used_at;
            DROP INDEX feed_discussion; ALTER TABLE feed DROP COLUMN is_discussion; ALTER TABLE item DROP COLUMN quantity;
            DROP TABLE hub_subscription; DROP TABLE hub_delivery; DROP TABLE feed_secret;
            DROP TABLE marking; DROP INDEX mark_exception;
            CREATE INDEX mark_unread ON mark (account_id) WHERE seq > 0 AND read_at IS NULL;
            DELETE FROM grdb_migrations WHERE CAST(identifier AS INTEGER) >= 8; PRAGMA user_version = 7
            """)
        let store = try folder.store()
        #expect(try store.accounts().map(\.name) == ["admin", "second"])
        #expect(try store.accounts().map(\.isAdministrator) == [true, false])
        #expect(try store.accounts().allSatisfy { !$0.hasPassword && $0.usedAt == nil })
        #expect(try store.followed().map(\.feed) == [top] && store.of(2).followed().isEmpty)
        let new = try TemporaryFolder()
        try new.store().close()
        #expect(try schema(folder) == schema(new))
    }

    @Test("of version 9 keeps its accounts, and has room for the secrets of their feeds")
    func version9() throws {
        let created = try folder.store()
        _ = try created.addAccount(named: "second", at: day(1))
        try created.close()
        try folder.execute(
            """
            DROP TABLE feed_secret; DROP TABLE own_token; ALTER TABLE feed DROP COLUMN owner_id;
            ALTER TABLE app_password DROP COLUMN scope; DROP TABLE marking; DROP INDEX mark_exception;
            CREATE INDEX mark_unread ON mark (account_id) WHERE seq > 0 AND read_at IS NULL;
            DELETE FROM grdb_migrations WHERE CAST(identifier AS INTEGER) >= 10; PRAGMA user_version = 9
            """)
        let store = try folder.store()
        #expect(try store.accounts().map(\.name) == ["admin", "second"] && store.feedSecret() == nil)
        let made = try store.of(2).addFeedSecret(.make(), at: day(2))
        #expect(try store.feedSecret(made.secret) == made)
        let new = try TemporaryFolder()
        try new.store().close()
        #expect(try schema(folder) == schema(new))
    }

    @Test("has the schema of a new store", arguments: [1, 2, 6])
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
            try [
                "sqlite_master", "pragma_table_xinfo('item')", "pragma_table_xinfo('feed')",
                "pragma_table_xinfo('account')",
            ].flatMap { table in
                let columns = table == "sqlite_master" ? "name" : "name || type || hidden"
                return try String.fetchAll(db, sql: "SELECT \(columns) FROM \(table) ORDER BY 1")
            } + String.fetchAll(db, sql: "PRAGMA user_version") + String.fetchAll(db, sql: "PRAGMA integrity_check")
        }
    }
}
