import Foundation
import GRDB
import Search
import TestSupport
import Testing

@testable import FeedStore

@Suite("Indexing a store of version 13 again")
struct ReindexingTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let count = 60

    /// Every second item has words of a script without spaces.
    private func fill(_ store: FeedStore) throws {
        let items = (0..<Self.count).map { number in
            item(
                "\(number)", day(1, seconds: number),
                search: SearchFields(
                    title: number % 2 == 0 ? "日本の鷹\(number)" : "plain words \(number)", tags: ["common"]))
        }
        try store.commit(FeedUpdate(feed: top, items: items, mode: .merge, fetchedAt: day(1)))
    }

    private func makeEarlier() throws {
        let store = try folder.store()
        try fill(store)
        try store.indexNewItems()
        try store.close()
        try folder.makeVersion13()
    }

    private func search(_ store: FeedStore, _ text: String) throws -> SearchResults {
        try store.search(SearchQuery(parsing: text), order: .date, limit: 100, now: day(9))
    }

    /// One transaction of the smallest size.
    private func step(_ store: FeedStore) throws {
        try store.writeSilently { _ = try SearchIndex(db: $0).reindex(until: .now) }
    }

    @Test("A store of version 13 opens immediately, with incomplete searches until it is indexed again")
    func whole() throws {
        try makeEarlier()
        let store = try folder.store()
        #expect(try search(store, "鷹").total == 0 && search(store, "鷹").reindexed == 0)
        #expect(try search(store, "common").total == Self.count && search(store, "in:news").reindexed == nil)
        while try store.reindex(now: day(2)) {}
        let found = try search(store, "鷹")
        #expect(found.total == Self.count / 2 && found.reindexed == nil)
        #expect(try search(store, "common").total == Self.count && search(store, "plain").total == Self.count / 2)
        #expect(try !store.reindex(now: day(2)) && folder.count("reindexing") == 0)
        try expectIntact(store)
    }

    @Test("A store of version 13 finds new items immediately")
    func new() throws {
        try makeEarlier()
        let store = try folder.store()
        try store.commit(merge(item("new", day(3), search: SearchFields(title: "鷹狩り")), on: 3, into: top))
        #expect(try search(store, "鷹").hits.map(\.item.id) == ["new"])
    }

    @Test("Indexing again continues after the store was closed, newest items first")
    func continued() throws {
        try makeEarlier()
        for round in 1...3 {
            let store = try folder.store()
            try step(store)
            let found = try search(store, "鷹")
            #expect(found.hits.first?.item.id == "\(Self.count - 2)")
            if round < 3 {
                #expect(try found.total < Self.count / 2 && #require(found.reindexed) > 0)
            } else {
                #expect(found.total == Self.count / 2)
            }
            try store.close()
        }
        let store = try folder.store()
        #expect(try !store.reindex(now: day(2)) && search(store, "鷹").reindexed == nil)
        try expectIntact(store)
    }

    @Test("Indexing again continues after a transaction that was rolled back")
    func interrupted() throws {
        try makeEarlier()
        let store = try folder.store()
        try step(store)
        let before = try search(store, "鷹").total
        #expect(throws: (any Error).self) {
            try store.write { db in
                _ = try SearchIndex(db: db).reindex(until: .now)
                throw CancellationError()
            }
        }
        #expect(try search(store, "鷹").total == before)
        while try store.reindex(now: day(2)) {}
        #expect(try search(store, "鷹").total == Self.count / 2)
        try expectIntact(store)
    }

    @Test("Indexing again continues after its process was killed in a transaction", .onSQLite)
    func killed() async throws {
        try makeEarlier()
        let path = folder.file.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let store = try FeedStore(at: URL(fileURLWithPath: path))
            try store.writeSilently { _ = try SearchIndex(db: $0).reindex(until: .now) }
            try store.writeSilently {
                _ = try SearchIndex(db: $0).reindex(until: .now)
                kill(getpid(), SIGKILL)
            }
        }
        let store = try folder.store()
        let part = try search(store, "鷹")
        #expect(try 1..<Self.count / 2 ~= part.total && #require(part.reindexed) > 0)
        while try store.reindex(now: day(2)) {}
        #expect(try search(store, "鷹").total == Self.count / 2)
        try expectIntact(store)
    }

    @Test("A store of version 13 keeps its index right when items change meanwhile")
    func changes() throws {
        try makeEarlier()
        let store = try folder.store()
        try step(store)
        for number in ["0", "1", "58", "59"] {
            let fields = SearchFields(title: "東京の鶴\(number)", tags: ["common"])
            try store.commit(merge(item(number, day(1), search: fields), on: 4, into: top))
            if number < "5" { #expect(try search(store, "東京の鶴\(number)").reindexed != nil) }
        }
        while try store.reindex(now: day(5)) {}
        #expect(try Set(search(store, "鶴").hits.map(\.item.id)) == ["0", "1", "58", "59"])
        #expect(try search(store, "鷹").total == Self.count / 2 - 2 && search(store, "common").total == Self.count)
        try expectIntact(store)
    }

    @Test("A store of version 13 is indexed again once by many threads that share it")
    func shared() throws {
        try makeEarlier()
        let folder = folder
        let failures = onThreads(4) { _ in
            let store = try folder.store()
            while try store.reindex(now: day(2)) {}
        }
        #expect(failures == [])
        let store = try folder.store()
        #expect(try search(store, "鷹").total == Self.count / 2 && search(store, "鷹").reindexed == nil)
        try expectIntact(store)
    }

    @Test("A store of version 13 hides the items that its rules now match")
    func rules() throws {
        let store = try folder.store()
        try store.addRules([Rule(parsing: "mute 鷹")], at: day(0))
        try fill(store)
        try store.indexNewItems()
        try store.close()
        try folder.execute("DELETE FROM muted")
        try folder.makeVersion13()
        let again = try folder.store()
        #expect(try again.ids(top).count == Self.count)
        while try again.reindex(now: day(2)) {}
        #expect(try again.ids(top).count == Self.count / 2)
    }

    @Test("A store of version 13 isn't indexed again in steps if its index has to be rebuilt anyway", .onSQLite)
    func rebuilt() throws {
        try makeEarlier()
        try folder.execute("DELETE FROM search_docsize")
        let store = try folder.store()
        // Only ranking reads what is missing.
        let found = try store.search(SearchQuery(parsing: "common"), order: .rank, limit: 1, now: day(9))
        #expect(found.total == Self.count && found.reindexed == nil)
        #expect(try search(store, "鷹").total == Self.count / 2)
        try expectIntact(store)
    }

    @Test("An empty store of version 13 isn't indexed again")
    func empty() throws {
        try folder.store().close()
        try folder.makeVersion13()
        let store = try folder.store()
        #expect(try search(store, "鷹").reindexed == nil && !store.reindex(now: day(2)))
    }

    /// The index has exactly the words of the items, in SQLite.
    private func expectIntact(_ store: FeedStore) throws {
        guard TestedDatabase.isSQLite else { return }
        try store.indexNewItems()
        let queue = try DatabaseQueue(
            path: folder.file.path,
            configuration: SQLiteDatabase(path: folder.file.path, options: .init()).configuration)
        try queue.write { try $0.execute(sql: "INSERT INTO search (search, rank) VALUES ('integrity-check', 1)") }
        try queue.close()
    }
}
