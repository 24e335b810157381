import FeedStore
import Foundation
import Search
import Testing

@Suite("A read-only store", .onSQLite)
struct ReadOnlyTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try permit(0o777, folder.url)
    }

    private func expectReadOnly(_ store: FeedStore) throws {
        let error = FeedStoreError.readOnly(path: folder.file.path)
        #expect(try store.snapshot(of: hello, limit: 30).items.count == 30)
        #expect(throws: error) { try store.commit(merge(item("new"))) }
        #expect(throws: error) { try store.mark(keys(hello, "1"), as: .read, at: day(2)) }
        #expect(throws: error) {
            let endpoint = Endpoint(url: "u", requester: "anonymous")
            _ = try store.claim(endpoint, now: day(1), lease: 30, respecting: [], urgency: .scheduled)
        }
        #expect(try store.snapshot(of: hello, limit: 30).total == 200)
    }

    @Test("A read-only store whose file is protected can be read, and writing fails with the reason")
    func file() throws {
        try folder.filled()
        try permit(0o444, folder.file)
        try unprivileged { try expectReadOnly(try folder.store()) }
    }

    @Test("A read-only store whose folder is protected can be read, and writing fails with the reason")
    func protectedFolder() throws {
        try folder.filled()
        try permit(0o644, folder.file)
        try permit(0o555, folder.url)
        defer { try? permit(0o777, folder.url) }
        try unprivileged { try expectReadOnly(try folder.store()) }
        #expect(try folder.names == ["freshet.sqlite"])
    }

    @Test("A read-only store is searched as far as it is indexed, and reports the rest as missing")
    func search() throws {
        let fields = SearchFields(title: "Tides")
        let store = try folder.store()
        try store.commit(merge(item("a", search: fields)))
        let query = try SearchQuery(parsing: "tides")
        let whole = try store.search(query, order: .rank, limit: 9, now: day(1))
        #expect(whole.total == 1 && whole.indexError == nil)
        try store.commit(merge(item("b", search: fields)))
        try store.close()
        try permit(0o444, folder.file)
        try unprivileged {
            let part = try folder.store().search(query, order: .rank, limit: 9, now: day(1))
            #expect(part.hits.map(\.item.id) == ["a"] && part.indexError == .readOnly(path: folder.file.path))
        }
    }

    @Test("A read-only store isn't read without its log, and the error says why")
    func logInProtectedFolder() throws {
        let other = try TemporaryFolder()
        let store = try folder.store()
        try store.commit(merge(item("a")))
        for name in ["freshet.sqlite", "freshet.sqlite-wal"] {
            try copy(name, from: folder, to: other)
            try permit(0o644, other.url.appending(path: name))
        }
        try permit(0o555, other.url)
        defer { try? permit(0o777, other.url) }
        let error = #expect(throws: FeedStoreError.self) {
            try unprivileged { _ = try other.store().snapshot(of: hello, limit: nil) }
        }
        #expect(error?.description.contains("-wal") == true)
        try store.close()
    }

    @Test("A read-only store sees what another process writes, before it is moved into the file and afterwards")
    func changesUnderneath() throws {
        try folder.filled()
        try permit(0o644, folder.file)
        try permit(0o555, folder.url)
        defer { try? permit(0o777, folder.url) }
        let reader = try unprivileged { try folder.store() }
        #expect(try unprivileged { try reader.snapshot(of: hello, limit: 0).total } == 200)
        try permit(0o777, folder.url)
        let writer = try folder.store()
        try writer.commit(merge(item("new")))
        try permit(0o555, folder.url)
        #expect(try unprivileged { try reader.snapshot(of: hello, limit: 0).total } == 201)
        try permit(0o777, folder.url)
        try writer.commit(merge(item("newer")))
        try writer.close()
        try permit(0o555, folder.url)
        #expect(try unprivileged { try reader.snapshot(of: hello, limit: 0).total } == 202)
    }

    @Test("A store can't be created in a read-only folder, and the error says why")
    func nothingThere() throws {
        try permit(0o555, folder.url)
        defer { try? permit(0o777, folder.url) }
        let error = #expect(throws: FeedStoreError.self) { try unprivileged { _ = try folder.store() } }
        #expect(error?.description.contains("permission denied") == true)
    }

    @Test("A store must be readable, and the error says if it isn't")
    func unreadable() throws {
        try folder.filled()
        try permit(0o000, folder.file)
        let error = #expect(throws: FeedStoreError.self) { try unprivileged { _ = try folder.store() } }
        #expect(error?.description.contains("permission denied. Make it readable") == true)
        #expect(try folder.names == ["freshet.sqlite"])
    }
}

/// Copies by another process: were this one to close a store's file, it would lose its locks on it.
func copy(_ name: String, from source: TemporaryFolder, to target: TemporaryFolder) throws {
    let copying = Process()
    copying.executableURL = URL(fileURLWithPath: "/bin/cp")
    copying.arguments = [source.url.appending(path: name).path, target.url.appending(path: name).path]
    try copying.run()
    copying.waitUntilExit()
    try #require(copying.terminationStatus == 0)
}
