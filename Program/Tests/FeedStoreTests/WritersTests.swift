import FeedStore
import Foundation
import PostgreSQL
import SQL
import Search
import Synchronization
import Testing

@Suite(
    "Writers of a store on PostgreSQL", .enabled(if: !TestedDatabase.isSQLite, "FRESHET_TEST_STORE isn't postgresql"))
struct WritersTests {
    let folder: TemporaryFolder
    let store: FeedStore
    let other: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        let anna = try #require(
            try store.addAccount(named: "anna", password: nil, isAdministrator: false, at: day(0)))
        other = store.of(anna.id)
        try store.commit(merge(item("a"), item("b"), on: 1))
        for account in [store, other] { try account.follow(hello, on: 1) }
    }

    private func pool(_ address: String? = nil) throws -> PostgreSQLPool {
        try PostgreSQLPool(PostgreSQLAddress(address ?? folder.location))
    }

    @Test("Writers of different accounts commit without waiting")
    func accounts() throws {
        let hasty = try folder.store(.init(busyTimeout: 0.1))
        let server = try #require(TestedDatabase.server)
        // template1 is a database of each cluster.
        try pool(server.replacing("///postgres?", with: "///template1?")).write(after: nil) { elsewhere in
            _ = try elsewhere.count("SELECT txid_current()")
            // An open transaction has marked for the first account.
            try pool().write(after: "SELECT 1 FROM account WHERE id = 1 FOR NO KEY UPDATE") { open in
                let item = try open.count("SELECT id FROM item WHERE key = 'a'")
                try open.execute("INSERT INTO mark (item_id, account_id, saved_at) VALUES (?, 1, 5)", [item])
                #expect(try hasty.of(other.account).mark(keys(hello, "a", "b"), as: .saved, at: day(2)).count == 2)
                let error = #expect(throws: FeedStoreError.self) {
                    try hasty.mark(keys(hello, "b"), as: .saved, at: day(2))
                }
                guard case .busy = error else { throw try #require(error) }
            }
        }
        #expect(try store.saved() == ["a"] && other.saved().count == 2)
    }

    @Test("Writers mark without waiting for an uncommitted arrival")
    func marksBesideArrival() throws {
        let hasty = try folder.store(.init(busyTimeout: 0.1))
        try pool().write(after: "SELECT 1 FROM sequence FOR UPDATE") { _ in
            #expect(try hasty.mark(keys(hello, "a"), as: .read, at: day(2)).count == 1)
            try hasty.mark(all: ItemSelection(), as: .read, at: day(2))
            #expect(try hasty.unread() == [])
        }
    }

    @Test("Writers that mark all as read leave the arrivals of an earlier transaction unread")
    func arrivalAfterMarkingAll() throws {
        // Reserves lower numbers than the marks, and becomes visible after them.
        try pool().write(after: "SELECT 1 FROM sequence FOR UPDATE") { db in
            let number = try db.count("SELECT nextval('change_number')")
            let feed = try db.count("SELECT id FROM feed WHERE key = ?", [hello.rawValue])
            try db.execute(
                "INSERT INTO item (id, scope, key, first_seen_at) VALUES (?, 'github', 'c', 0)", [number])
            try db.execute("INSERT INTO content (item_id, payload) VALUES (?, ?)", [number, Data("c".utf8)])
            try db.execute(
                """
                INSERT INTO listing (feed_id, item_id, seq, rank, age, is_current, is_shared)
                VALUES (?, ?, ?, 0, 0, 1, 0)
                """, [feed, number, number + 1])
            try db.execute("UPDATE sequence SET value = ?", [number + 1])
            try store.mark(all: ItemSelection(), as: .read, at: day(2))
            try other.mark(each: ItemSelection(), as: .read, at: day(2))
        }
        #expect(try store.unread() == ["c"] && other.unread() == ["c"])
        #expect(try store.mark(each: ItemSelection(), as: .read, at: day(3)).items.map(\.id) == ["c"])
    }

    @Test("Writers keep unread items when an item is marked as unread after later arrivals")
    func markingAsUnread() throws {
        try store.mark(all: ItemSelection(), as: .read, at: day(2))
        try store.commit(merge(item("c"), on: 3))
        try store.mark(all: ItemSelection(), as: .read, at: day(4))
        #expect(try store.mark(keys(hello, "a"), as: .unread, at: day(5)).count == 1)
        #expect(try store.unread() == ["a"])
        let marking = try store.mark(each: ItemSelection(), as: .read, at: day(6))
        #expect(try store.unread() == [])
        try store.undo([#require(marking.number)], at: day(6))
        #expect(try store.unread() == ["a"])
    }

    @Test("Writers of refreshes make items visible in the order of their numbers")
    func order() throws {
        let reader = try folder.store()
        let isDone = Flag()
        let failures = onThreads(5) { thread in
            if thread == 4 {
                var last: Int64 = 0
                while !isDone.isSet {
                    // Readers continue after the highest number that they have seen.
                    let newest = try pool().read {
                        try $0.integers("SELECT id FROM item WHERE id > ? ORDER BY id", [last])
                    }
                    let all = try pool().read { try $0.count("SELECT count(*) FROM item WHERE id <= ?", [last]) }
                    isDone.check(all, upTo: last)
                    if let highest = newest.last {
                        last = highest
                        isDone.note(try pool().read { try $0.count("SELECT count(*) FROM item WHERE id <= ?", [last]) })
                    }
                }
                return
            }
            defer { isDone.end() }
            for number in 0..<25 {
                let feed = FeedKey("web/\(thread)")
                try reader.commit(merge(item("\(thread) \(number)", search: .init(title: "x")), on: 2, into: feed))
            }
        }
        #expect(failures.isEmpty)
        #expect(try folder.count("item") == 102)
        #expect(isDone.late == 0, "items became visible below a number that a reader had seen")
    }

    @Test("Writers of feeds with the same new items store each once")
    func sharedItems() throws {
        let feeds = (0..<4).map { FeedKey("news/\($0)") }
        let failures = onThreads(4) { thread in
            for number in 0..<15 {
                try store.commit(merge(item("\(number)"), on: number, into: feeds[thread]))
            }
        }
        #expect(failures.isEmpty)
        #expect(try folder.count("item") == 17)
        for feed in feeds { #expect(try store.ids(feed).count == 15) }
    }

    @Test("Writers that follow while feeds are pruned don't lose the feed")
    func followingBesidePruning() throws {
        let failures = onThreads(2) { thread in
            for number in 0..<40 {
                let feed = FeedKey("web/\(number)")
                if thread == 0 {
                    try store.commit(FeedUpdate(feed: feed, items: [], mode: .merge, fetchedAt: day(0)))
                    try other.follow(feed, on: 1)
                } else {
                    try store.prune(now: day(90))
                }
            }
        }
        #expect(failures.isEmpty)
        let lost = try pool().read { db in
            try db.count("SELECT count(*) FROM followed WHERE feed NOT IN (SELECT key FROM feed)")
        }
        #expect(lost == 0)
    }

    @Test("Writers whose connection is idle in a transaction lose its locks")
    func idle() throws {
        let options = "-cidle_in_transaction_session_timeout%3D50%20-csearch_path"
        let frozen = try pool(folder.location.replacing("-csearch_path", with: options))
        var runs = 0
        let error = #expect(throws: PostgreSQLError.self) {
            try frozen.write(after: "UPDATE account SET used_at = 7 WHERE id = 1") { db in
                runs += 1
                // Waits for the lock until the server takes it from the other connection, which doesn't go on meanwhile.
                try store.mark(keys(hello, "a"), as: .saved, at: day(2))
                try db.execute("UPDATE account SET used_at = 8 WHERE id = 1")
            }
        }
        #expect(error?.isDisconnected == true && runs == 2)
        #expect(try store.saved() == ["a"])
        #expect(try store.accounts().first?.usedAt == nil)
    }

    @Test("Writers continue with higher numbers after a copy in both directions")
    func copies() throws {
        func newest(_ store: FeedStore) throws -> Int64 {
            try #require(store.numbers(of: ItemSelection(order: .arrival), limit: 1).first)
        }
        let before = try newest(store)
        let file = try FeedStore(at: folder.file)
        try store.copy(to: file)
        try file.commit(merge(item("c"), on: 3))
        let between = try newest(file)
        #expect(between > before)
        let back = try TemporaryFolder()
        let copy = try back.store()
        try file.copy(to: copy)
        #expect(try copy.unread().contains("c"))
        try copy.mark(all: ItemSelection(), as: .read, at: day(4))
        try copy.commit(merge(item("d"), on: 5))
        #expect(try newest(copy) > between)
        #expect(try copy.unread() == ["d"])
        try copy.follow(top)
        #expect(try copy.followed().map(\.feed) == [hello, top])
    }
}

/// Whether all writers have ended, and how many items became visible late.
private final class Flag: Sendable {
    private struct State {
        var ended = 0
        var counted = 0
        var late = 0
    }

    private let state = Mutex(State())

    var isSet: Bool { state.withLock { $0.ended == 4 } }
    var late: Int { state.withLock { $0.late } }

    func end() { state.withLock { $0.ended += 1 } }

    func note(_ count: Int) { state.withLock { $0.counted = count } }

    func check(_ count: Int, upTo number: Int64) {
        state.withLock { state in
            if number > 0, count > state.counted { state.late += 1 }
        }
    }
}
