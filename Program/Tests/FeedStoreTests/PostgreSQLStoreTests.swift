import FeedStore
import Foundation
import PostgreSQL
import SQL
import Search
import Testing

@Suite("A store on PostgreSQL", .enabled(if: !TestedDatabase.isSQLite, "FRESHET_TEST_STORE isn't postgresql"))
struct PostgreSQLStoreTests {
    let folder: TemporaryFolder
    let store: FeedStore
    let address: String

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        address = folder.location
    }

    private func pool() throws -> PostgreSQLPool { try PostgreSQLPool(PostgreSQLAddress(address)) }

    @Test("A store on PostgreSQL continues after the server has ended its connections")
    func lostConnections() throws {
        try store.commit(merge(item("a")))
        let others = """
            SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE pid <> pg_backend_pid() AND query LIKE '%\(folder.schema)%'
            """
        // Each connection names the schema in its last statement.
        _ = try store.changeNumber()
        try pool().read { db in _ = try db.count(others) }
        #expect(try store.ids() == ["a"])
        try store.commit(merge(item("b")))
        #expect(try store.ids() == ["b", "a"])
    }

    @Test("A store on PostgreSQL says that the server doesn't answer, without the password")
    func unavailable() throws {
        let error = #expect(throws: FeedStoreError.self) {
            try FeedStore(postgreSQL: "postgresql://me:secret@/feeds?host=/nowhere")
        }
        guard case .unavailable(let name, let cause) = error else { throw try #require(error) }
        #expect(name == "postgresql://me@/feeds" && cause.contains("/nowhere"))
        #expect(error?.description.contains("secret") == false)
    }

    @Test("A store on PostgreSQL refuses an address that can't be read, without repeating it")
    func unreadable() throws {
        let error = #expect(throws: FeedStoreError.self) { try FeedStore(postgreSQL: "postgresql://me:se cret@") }
        #expect(error?.description.contains("cret") == false)
    }

    @Test("A store on PostgreSQL of a newer version is refused, and changes nothing")
    func newer() throws {
        try folder.execute("UPDATE schema_version SET version = 99; UPDATE program SET required_version = '9.1.0'")
        let error = #expect(throws: FeedStoreError.self) { try folder.store() }
        guard case .newerVersion(_, 99, _, "9.1.0"?) = error else { throw try #require(error) }
        try folder.execute("DROP TABLE program")
        let nameless = #expect(throws: FeedStoreError.self) { try folder.store() }
        guard case .newerVersion(_, 99, _, nil) = nameless else { throw try #require(nameless) }
    }

    @Test("A store on PostgreSQL that only allows reading shows its contents, and reports why writes fail")
    func readOnly() throws {
        try store.commit(merge(item("a", search: SearchFields(title: "x"))))
        #expect(try store.search(SearchQuery(parsing: "x"), order: .rank, limit: 9, now: day(1)).total == 1)
        let copy = try FeedStore(
            postgreSQL: address.replacing("search_path", with: "default_transaction_read_only%3Don%20-csearch_path"))
        #expect(try copy.ids() == ["a"])
        #expect(try copy.search(SearchQuery(parsing: "x"), order: .rank, limit: 9, now: day(1)).total == 1)
        let error = #expect(throws: FeedStoreError.self) { try copy.commit(merge(item("b"))) }
        guard case .readOnly = error else { throw try #require(error) }
        #expect(try store.ids() == ["a"])
    }

    @Test("A store on PostgreSQL that a writer keeps locked for too long is busy, and loses nothing")
    func busy() throws {
        let hasty = try folder.store(.init(busyTimeout: 0.05))
        try pool().write(after: "SELECT 1 FROM sequence FOR UPDATE") { _ in
            let error = #expect(throws: FeedStoreError.self) { try hasty.commit(merge(item("a"))) }
            guard case .busy(_, 0.05) = error else { throw try #require(error) }
            #expect(try hasty.ids() == [])
        }
        try hasty.commit(merge(item("a")))
        #expect(try hasty.ids() == ["a"])
    }

    @Test("A store on PostgreSQL notifies other stores of a change, and not of a claim")
    func changes() throws {
        let other = try folder.store()
        _ = other.waitForChanges(atMost: 60)
        let before = try other.changeNumber()
        let endpoint = Endpoint(url: "https://api.example/", requester: "anonymous")
        guard
            case .granted(let grant) = try store.claim(
                endpoint, now: day(0), lease: 30, respecting: [], urgency: .scheduled)
        else { throw CancellationError() }
        try store.release(grant)
        #expect(try other.changeNumber() == before)
        try store.commit(merge(item("a")))
        // Returns soon, or else after the time limit of the test.
        while try other.changeNumber() == before { _ = other.waitForChanges(atMost: 60) }
    }

    @Test("A store on PostgreSQL doesn't lose a claim to a concurrent one")
    func claims() throws {
        let endpoint = Endpoint(url: "https://api.example/", requester: "anonymous")
        try pool().write(after: nil) { db in
            try db.execute("INSERT INTO lease VALUES ('https://api.example/', 'anonymous', 0)")
        }
        try pool().write(after: "SELECT 1 FROM lease FOR UPDATE") { _ in
            let claim = try store.claim(endpoint, now: day(0), lease: 30, respecting: [], urgency: .scheduled)
            #expect(claim == .leased(until: day(0, seconds: 30)))
        }
        let claim = try store.claim(endpoint, now: day(0), lease: 30, respecting: [], urgency: .scheduled)
        guard case .granted = claim else { throw CancellationError() }
    }

    @Test("A store on PostgreSQL indexes texts of any size, and any characters")
    func large() throws {
        let words = (0..<70_000).map { "w\($0)" }.joined(separator: " ")
        let word = String(repeating: "x", count: 5_000)
        try store.commit(
            merge(
                item("a", search: SearchFields(title: "it's \\ a 'test'", text: words + " " + word)),
                item("b", search: SearchFields(text: String(repeating: "again ", count: 20_000)))))
        func ids(_ text: String) throws -> [String] {
            try store.search(SearchQuery(parsing: text), order: .rank, limit: 9, now: day(1)).hits.map(\.item.id)
        }
        #expect(try ids("w3") == ["a"] && ids("again") == ["b"] && ids("\"it's a test\"") == ["a"])
        #expect(try ids("title:w3") == [])
    }
}
