import Foundation
import SQL
import Search
import Testing

@testable import FeedStore

@Suite("Statements of a refresh")
struct RefreshStatementTests {
    let folder: TemporaryFolder
    let store: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    /// Stores a refresh with a ledger entry, as a commit does, and returns its statements.
    private func statements(_ refresh: FeedUpdate) throws -> [String] {
        let entry = LedgerEntry(
            endpoint: Endpoint(url: "https://example.org/feed", requester: "anonymous"), feed: refresh.feed,
            requestedAt: refresh.fetchedAt, outcome: .status(200), leasedUntil: refresh.fetchedAt)
        var statements: [String] = []
        try store.database.write(.rows) { connection in
            let counting = CountingConnection(connection)
            let db = store.transaction(counting, .rows)
            try FeedStore.commit([refresh], ledger: [entry], quotas: [], db)
            _ = try db.finish()
            statements = counting.statements
        }
        return statements
    }

    private func stories(_ numbers: Range<Int>, points: Double, title: String = "Story") -> [FeedUpdate.Item] {
        numbers.map { number in
            item(
                "\(number)", day(1, seconds: number), rank: number,
                search: SearchFields(title: "\(title) \(number)", measure: points, measureKind: .points))
        }
    }

    private func refresh(_ items: [FeedUpdate.Item], on number: Int) -> FeedUpdate {
        FeedUpdate(feed: top, items: items, mode: .replace, fetchedAt: day(number))
    }

    @Test("A refresh of 50 items with 20 new ones runs at most 30 statements, in which 30 scores have changed")
    func newItems() throws {
        try store.follow(top)
        try store.commit(refresh(stories(0..<50, points: 1), on: 2))
        let statements = try statements(refresh(stories(20..<70, points: 2), on: 3))
        #expect(statements.count <= 30, "\(statements.joined(separator: "\n"))")
        #expect(try store.snapshot(of: top, limit: nil).total == 50)
    }

    @Test("A refresh without a change writes the feed's row and the ledger's alone")
    func unchanged() throws {
        try store.follow(top)
        try store.commit(refresh(stories(0..<50, points: 1), on: 2))
        let statements = try statements(refresh(stories(0..<50, points: 1), on: 3))
        #expect(statements.count <= 15, "\(statements.joined(separator: "\n"))")
        let writes = statements.filter { $0.hasPrefix("UPDATE") }
        #expect(writes.allSatisfy { $0.hasPrefix("UPDATE feed ") || $0.hasPrefix("UPDATE sequence ") })
    }

    @Test("Rules of 20 accounts cost a refresh no statement for each account")
    func rules() throws {
        func count(after accounts: Int) throws -> Int {
            for number in accounts..<accounts + 10 {
                let added = try store.addAccount(named: "reader\(number)", at: day(0))
                let account = store.of(try #require(added).id)
                try account.follow(top)
                try account.addRules(
                    ["mute title:story5", "highlight title:story", "notify title:story"].map { try Rule(parsing: $0) },
                    at: day(0))
            }
            let first = accounts * 100
            let statements = try statements(refresh(stories(first..<first + 20, points: 1), on: 2 + accounts))
            return statements.count {
                !$0.contains("followed") && !$0.contains("UPDATE reading") && !$0.contains("mark ")
            }
        }
        let few = try count(after: 0)
        #expect(try count(after: 10) <= few + 5)
    }

    @Test("More items than one statement has are stored in the order of their arrival")
    func manyItems() throws {
        let count = 1_300
        try store.commit(refresh(stories(0..<count, points: 1), on: 2))
        try store.commit(refresh(stories(0..<count, points: 2, title: "Changed"), on: 3))
        let items = try store.items(ItemSelection(.feed(top)), limit: nil).items
        #expect(items.count == count && Set(items.map(\.id)).count == count)
        #expect(try store.ids(top, order: .ranked) == (0..<count).map(String.init))
        #expect(
            try store.search(SearchQuery(parsing: "changed"), order: .date, limit: 1, now: day(4)).total == count)
    }
}
