import FeedStore
import Foundation
import GRDB
import Search
import TestSupport
import Testing

@Suite("The rescue of a damaged store", .onSQLite, .enabled(if: knowsPages, "needs SQLite's dbstat"))
struct RescueTests {
    let folder: TemporaryFolder
    private static let saved = (0..<8).map { "\($0 * 37)" }

    /// A store with follows and their settings, 300 items with words, saved and read ones, a ledger and a quota.
    init() throws {
        folder = try TemporaryFolder()
        let store = try folder.store()
        let text = String(repeating: "words of the article ", count: 40)
        let items = (0..<300).map { number in
            item(
                "\(number)", day(0, seconds: number), rank: number, payload: "payload \(number) \(text)",
                search: SearchFields(title: "Number \(number)", text: text))
        }
        try store.commit(FeedUpdate(feed: hello, items: items, mode: .merge, fetchedAt: day(1)))
        try store.commit(merge(item("story"), into: top))
        for number in 0..<40 {
            let settings = FollowSettings(
                name: "Name \(number)", folder: "Folder", interval: .never, loadsFullTexts: true)
            try store.follow(FeedKey("web/\(number)"), path: "web/Path\(number)", settings, at: day(1))
        }
        try store.mark(Self.saved.map { ItemKey(scope: "github", id: $0) }, as: .saved, at: day(2))
        try store.mark(each: ItemSelection(.feed(hello), before: day(0, seconds: 100)), as: .read, at: day(2))
        _ = try store.search(SearchQuery(parsing: "words"), order: .rank, limit: 1, now: day(3))
        let endpoint = Endpoint(url: "https://api.example/", requester: "anonymous")
        try store.record(
            [LedgerEntry(endpoint: endpoint, feed: hello, requestedAt: day(1), outcome: .status(200), eTag: "\"a\"")],
            quotas: [])
        try store.close()
    }

    /// The pages of a table or index; the first is its root.
    private func pages(_ name: String) throws -> [Int] {
        let queue = try DatabaseQueue(path: folder.file.path)
        return try queue.read { db in
            try Int.fetchAll(db, sql: "SELECT pageno FROM dbstat WHERE name = ? ORDER BY path", arguments: [name])
        }
    }

    private func overwrite(page: Int) throws {
        let handle = try FileHandle(forUpdating: folder.file)
        try handle.seek(toOffset: UInt64(page - 1) * 4_096)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
        try handle.close()
    }

    /// Uses everything, so that the damage is met wherever it is.
    private func work(_ store: FeedStore) throws {
        let endpoint = Endpoint(url: "https://api.example/", requester: "anonymous")
        _ = try store.claim(endpoint, now: day(6), lease: 15, respecting: [], urgency: .scheduled)
        _ = try store.snapshot(of: hello, limit: nil)
        _ = try store.items(ItemSelection(isSaved: true), limit: nil)
        _ = try store.followed()
        _ = try (store.ledger(), store.quotas(at: .distantFuture), store.feeds(), store.unreadCounts())
        _ = try store.search(SearchQuery(parsing: "article"), order: .rank, limit: 10, now: day(3))
        try store.commit(merge(item("new", day(5)), on: 5))
        try store.mark(each: ItemSelection(.feed(hello)), as: .unread, at: day(5))
        try store.mark(each: ItemSelection(.feed(hello)), as: .read, at: day(5))
    }

    private func rescue(_ store: FeedStore) throws -> Rescue {
        for case .damagedStoreSetAside(_, _, _, _, let rescue) in store.notices { return rescue }
        throw CancellationError()
    }

    private func expectAllSaved(_ store: FeedStore) throws {
        let saved = try store.items(ItemSelection(isSaved: true), limit: nil).items
        #expect(Set(saved.map(\.id)) == Set(Self.saved))
        #expect(saved.allSatisfy { String(decoding: $0.payload, as: UTF8.self).hasPrefix("payload \($0.id) words") })
    }

    private func expectAllFollowed(_ store: FeedStore) throws {
        let followed = try store.followed()
        #expect(followed.map(\.path) == (0..<40).map { "web/Path\($0)" })
        #expect(followed.allSatisfy { $0.settings.folder == "Folder" && $0.settings.interval == .never })
    }

    @Test(
        "A rescue keeps follows, marks and items whole when a page of a table without them is lost",
        arguments: ["ledger", "quota", "lease", "gap", "unindexed", "search_data", "search_idx", "search_docsize"])
    func otherTables(name: String) throws {
        let pages = try pages(name)
        try #require(!pages.isEmpty)
        for page in pages { try overwrite(page: page) }
        let store = try folder.store()
        try work(store)
        try expectAllSaved(store)
        try expectAllFollowed(store)
        #expect(try store.snapshot(of: hello, limit: 0).total == 301)
        if !store.notices.isEmpty {
            let rescue = try rescue(store)
            #expect(rescue.rescued[.followedFeeds] == 40 && rescue.rescued[.savedItems] == 8)
            #expect(rescue.rescued[.readMarks] == 100 && rescue.incomplete.subtracting([.items]).isEmpty)
            #expect(rescue.incomplete.isEmpty || name == "gap")
        }
        let found = try store.search(SearchQuery(parsing: "article"), order: .rank, limit: 1, now: day(6))
        #expect(found.total == 300)
    }

    @Test("A rescue keeps accounts with their passwords and app passwords, and ends their sessions")
    func accounts() throws {
        let created = try folder.store()
        try created.setPassword(PasswordHash(of: "correct horse"), keeping: nil)
        let password = try created.password()
        let anna = try created.admit(
            "anna", password: PasswordHash(of: "battery staple"), isAdministrator: false, at: day(3))
        let feeds = try created.of(anna.id).addFeedSecret(.make(), at: day(3))
        let tokens = ["github": "secret", "other": "another"]
        for (upstream, token) in tokens { try created.of(anna.id).setOwnToken(token, for: upstream) }
        let (phone, cookie) = (try created.of(anna.id).issueAppPassword(named: "Phone", at: day(3)), Secret.make())
        _ = try created.startSession(secret: cookie, address: nil, browser: nil, at: day(3))
        try created.of(anna.id).follow(top, on: 3)
        try created.close()
        for page in try pages("quota") + pages("rule") { try overwrite(page: page) }
        let store = try folder.store()
        try work(store)
        #expect(try store.accounts().map(\.name) == ["admin", "anna"] && store.password() == password)
        #expect(try store.accounts().map(\.isAdministrator) == [true, false])
        #expect(try store.appPassword(for: phone, at: day(4))?.account == anna.id)
        #expect(try store.of(anna.id).followed().map(\.feed) == [top])
        #expect(try store.feedSecret(feeds.secret) == feeds)
        for (upstream, token) in tokens { #expect(try store.of(anna.id).ownToken(for: upstream) == token) }
        #expect(try store.notices.isEmpty || store.session(for: cookie, at: day(4)) == nil)
    }

    @Test("A rescue keeps the keys of followed feeds by their index when their table is lost")
    func followed() throws {
        for page in try pages("followed") { try overwrite(page: page) }
        let store = try folder.store()
        try work(store)
        #expect(try store.followed().map(\.feed.rawValue) == (0..<40).map { "web/\($0)" }.sorted())
        try expectAllSaved(store)
        #expect(try rescue(store).incomplete == [.followedFeeds])
        #expect("\(try rescue(store))".contains("Some may be lost: followed feeds"))
    }

    @Test(
        "A rescue keeps saved items and marks by their indexes when a page of the items is lost", arguments: [0, 1, 2])
    func items(number: Int) throws {
        let pages = try pages("item")
        try overwrite(page: pages[number % pages.count])
        let store = try folder.store()
        try work(store)
        try expectAllSaved(store)
        try expectAllFollowed(store)
        let rescue = try rescue(store)
        #expect(rescue.rescued[.readMarks] == 100 && rescue.incomplete == [.items])
        #expect(try store.snapshot(of: hello, limit: 0).total == 301)
    }

    @Test(
        "A rescue keeps the items on other pages when a page of contents is lost, and reports the loss",
        arguments: [1, 5, 9])
    func contents(number: Int) throws {
        let pages = try pages("content")
        try #require(pages.count > 10)
        try overwrite(page: pages[number])
        let store = try folder.store()
        try work(store)
        try expectAllFollowed(store)
        let rescue = try rescue(store)
        #expect(try #require(rescue.rescued[.items]) > 250 && rescue.incomplete.contains(.items))
        #expect(try #require(rescue.rescued[.savedItems]) >= 6)
        #expect(try store.snapshot(of: hello, limit: 0).total > 250)
        let saved = try store.items(ItemSelection(isSaved: true), limit: nil)
        #expect(saved.items.count == saved.total && saved.total == rescue.rescued[.savedItems])
    }

    @Test("A rescue reports saved items lost with their contents, which arrive as read")
    func contentRoot() throws {
        try overwrite(page: try pages("content")[0])
        let store = try folder.store()
        _ = try store.snapshot(of: hello, limit: nil)
        try expectAllFollowed(store)
        #expect(try rescue(store).incomplete == [.items, .savedItems])
        #expect(try rescue(store).rescued[.readMarks] == 100)
        let again = (90..<110).map { item("\($0)", day(0, seconds: $0)) }
        try store.commit(FeedUpdate(feed: hello, items: again, mode: .merge, fetchedAt: day(5)))
        #expect(try store.unread() == (100..<110).reversed().map(String.init))
    }

    @Test("A rescue lists items by another index when the list is lost", arguments: ["listing", "feed"])
    func listings(name: String) throws {
        for page in try pages(name) { try overwrite(page: page) }
        let store = try folder.store()
        try work(store)
        try expectAllSaved(store)
        try expectAllFollowed(store)
        #expect(try store.snapshot(of: hello, limit: 0).total == 301)
        #expect(try store.snapshot(of: top, limit: 0).total == 1)
    }

    /// Every page where `make check` runs; otherwise the root and one leaf of each table and index.
    private static let pages =
        runsFull
        ? "SELECT pageno, name FROM dbstat WHERE pageno > 1 ORDER BY pageno"
        : """
        SELECT min(pageno), name FROM dbstat WHERE pageno > 1 GROUP BY name
        UNION SELECT max(pageno), name FROM dbstat WHERE pageno > 1 GROUP BY name
        """

    @Test("A rescue loses only what was on the lost page, for any page", arguments: 0..<8)
    func eachPage(part: Int) throws {
        let queue = try DatabaseQueue(path: folder.file.path)
        let names = try queue.read { db in
            try Row.fetchAll(db, sql: Self.pages).map { (page: $0[0] as Int, name: $0[1] as String) }
        }
        try queue.close()
        let whole = try Data(contentsOf: folder.file)
        for (place, (page, name)) in names.enumerated() where place % 8 == part && name != "sqlite_schema" {
            for file in try folder.names { try FileManager.default.removeItem(at: folder.url.appending(path: file)) }
            try whole.write(to: folder.file)
            try overwrite(page: page)
            let store = try folder.store()
            try work(store)
            if name != "content" { try expectAllSaved(store) }
            if name != "followed" { try expectAllFollowed(store) }
            if name != "content" { #expect(try store.snapshot(of: hello, limit: 0).total == 301) }
            #expect(store.notices.count <= 1)
        }
    }

    @Test("A rescue drops a row with a value of the wrong type, and keeps the others")
    func wrongType() throws {
        try folder.execute(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET sql = replace(sql, 'STRICT', '') WHERE name = 'followed';
            """)
        try folder.execute("UPDATE followed SET since = 'yesterday' WHERE id = (SELECT min(id) FROM followed)")
        for page in try pages("ledger") { try overwrite(page: page) }
        let store = try folder.store()
        #expect(try store.followed().count == 39)
        try work(store)
        #expect(try store.followed().count == 40, "by the index of their keys")
        #expect(try rescue(store).incomplete == [.followedFeeds])
    }

    @Test("A rescue interrupted before the damaged file's log was moved is finished without that log")
    func interruptedBeforeLog() throws {
        let damaged = try folder.store()
        try damaged.mark(each: ItemSelection(.feed(hello)), as: .unread, at: day(4))
        try damaged.mark(each: ItemSelection(isSaved: true), as: .unsaved, at: day(4))
        let name = "freshet.sqlite.damaged-20261121T113800Z"
        let interrupted = try TemporaryFolder()
        func move(_ name: String, to other: String) throws {
            try FileManager.default.copyItem(
                at: folder.url.appending(path: name), to: interrupted.url.appending(path: other))
        }
        try move("freshet.sqlite-wal", to: "freshet.sqlite-wal")
        try damaged.close()
        try move("freshet.sqlite", to: name)
        let new = try FeedStore(at: interrupted.url.appending(path: "freshet.sqlite.rescued"))
        try new.commit(merge(item("only")))
        try new.mark(keys(hello, "only"), as: .saved, at: day(5))
        try new.close()

        let store = try interrupted.store()
        #expect(try store.snapshot(of: hello, limit: nil).items.map(\.id) == ["only"] && store.saved() == ["only"])
        #expect(store.notices.isEmpty)
        try store.close()
        let names = try interrupted.names
        #expect(names.contains(name + "-wal") && !names.contains { $0.contains("rescued") })
        let check = try DatabaseQueue(path: interrupted.file.path).read { db in
            try String.fetchAll(db, sql: "PRAGMA integrity_check")
        }
        #expect(check == ["ok"])
    }

    @Test("A rescue interrupted before the new file was in its place is finished")
    func interrupted() throws {
        let store = try folder.store()
        try store.close()
        try FileManager.default.moveItem(
            at: folder.file, to: folder.url.appending(path: "freshet.sqlite.rescued"))
        try expectAllSaved(try folder.store())
        #expect(try folder.names.filter { !$0.contains("-") } == ["freshet.sqlite"])
    }
}

/// Whether SQLite says which pages a table has.
private let knowsPages: Bool = {
    do {
        let options = try DatabaseQueue().read { try String.fetchAll($0, sql: "PRAGMA compile_options") }
        return options.contains("ENABLE_DBSTAT_VTAB")
    } catch {
        return false
    }
}()
