import Foundation
import Testing

@testable import FeedStore

@Suite("Opening a store", .onSQLite)
struct OpeningTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Everything that stands in the folder, byte for byte, but SQLite's shared index.
    private func contents() throws -> [String: Data] {
        try folder.names.filter { !$0.hasSuffix("-shm") }.reduce(into: [:]) {
            $0[$1] = try Data(contentsOf: folder.url.appending(path: $1))
        }
    }

    /// Changes bytes of a closed store's header.
    private func patch(_ offset: UInt64, _ bytes: [UInt8]) throws {
        let handle = try FileHandle(forUpdating: folder.file)
        try handle.seek(toOffset: offset)
        try handle.write(contentsOf: bytes)
        try handle.close()
    }

    @Test("Opening a store creates it, with the folders above it")
    func folders() throws {
        let url = folder.url.appending(path: "a/b c/ü/freshet.sqlite")
        try FeedStore(at: url).commit(merge(item("a")))
        #expect(try FeedStore(at: url).ids() == ["a"])
    }

    @Test("Opening and reading a store writes nothing")
    func reading() throws {
        try folder.filled()
        let before = try contents()
        do {
            let store = try folder.store()
            #expect(try store.snapshot(of: hello, limit: 30).items.count == 30)
            #expect(try store.feeds().count == 1)
            #expect(try store.ledger().isEmpty)
            try store.close()
        }
        let after = try contents().filter { !$0.value.isEmpty }
        #expect(after == before)
    }

    @Test("Opening a store of a newer version is refused, and changes nothing")
    func newer() throws {
        try folder.filled()
        try patch(60, [0, 0, 0, 99])  // user_version
        let before = try contents()
        let error = FeedStoreError.newerVersion(
            path: folder.file.path, found: 99, supported: Schema.version, program: Schema.requiredProgram)
        #expect(throws: error) { _ = try folder.store() }
        #expect(try contents().filter { !$0.value.isEmpty } == before)
        #expect(error.description.contains("It needs Freshet \(Schema.requiredProgram) or later. Update Freshet"))
    }

    @Test(
        "A store of a newer version that names no version of Freshet is refused, too",
        arguments: ["DROP TABLE program", "DELETE FROM program", "UPDATE program SET required_version = 'a b'"])
    func nameless(change: String) throws {
        try folder.filled()
        try folder.execute(change)
        try folder.setVersion(99)
        let error = #expect(throws: FeedStoreError.self) { _ = try folder.store() }
        guard case .newerVersion(_, 99, _, nil) = error else { throw try #require(error) }
        #expect(error?.description.contains("needs Freshet") == false)
    }

    @Test("Opening a file of another program is refused, and changes nothing")
    func foreign() throws {
        try folder.filled()
        try patch(68, [1, 2, 3, 4])  // application_id
        let before = try contents()
        let error = #expect(throws: FeedStoreError.self) { _ = try folder.store() }
        #expect(error?.description.contains("another program") == true)
        #expect(try contents().filter { !$0.value.isEmpty } == before)
    }

    @Test("Opening a store is refused if a folder is in its place")
    func folderInPlace() throws {
        try FileManager.default.createDirectory(at: folder.file, withIntermediateDirectories: false)
        let error = #expect(throws: FeedStoreError.self) { _ = try folder.store() }
        #expect(error?.description.contains("it is a folder. Move the folder away") == true)
    }

    @Test("Opening a store below a file is refused")
    func fileAbove() throws {
        let file = folder.url.appending(path: "file")
        try Data("x".utf8).write(to: file)
        let error = #expect(throws: FeedStoreError.self) {
            _ = try FeedStore(at: file.appending(path: "freshet.sqlite"))
        }
        #expect(error?.description.contains("is a file, not a folder") == true)
    }

    @Test("Opening a store through a link uses the log beside the file itself")
    func link() throws {
        let link = folder.url.appending(path: "link.sqlite")
        let store = try folder.store()
        try store.commit(merge(item("a")))
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.file)
        let linked = try FeedStore(at: link)
        #expect(try linked.ids() == ["a"])
        try linked.commit(merge(item("b")))
        #expect(try store.ids() == ["b", "a"])
        #expect(try folder.names.count(where: { $0.hasPrefix("link") }) == 1)
    }

    @Test("Opening a store at an address that isn't a file is refused")
    func noFile() throws {
        let url = try #require(URL(string: "https://example.com/freshet.sqlite"))
        #expect(throws: FeedStoreError.self) { _ = try FeedStore(at: url) }
    }

    @Test("A closed store leaves one file, and nothing works afterwards")
    func closing() throws {
        let store = try folder.store()
        try store.commit(merge(item("a")))
        #expect(try store.ids() == ["a"])
        try store.close()
        try store.close()
        #expect(try folder.names == ["freshet.sqlite"])
        #expect(throws: FeedStoreError.closed(path: folder.file.path)) { _ = try store.ids() }
    }

    @Test("A closed store isn't created again once it is removed, not even by a wait for changes")
    func removal() throws {
        let store = try folder.store()
        try store.commit(merge(item("a")))
        try store.close()
        try FileManager.default.removeItem(at: folder.file)
        _ = store.waitForChanges(atMost: 0)
        #expect(try folder.names == [])
    }

    @Test("A released store leaves one file")
    func dropping() throws {
        try folder.store().commit(merge(item("a")))
        #expect(try folder.names == ["freshet.sqlite"])
    }

    @Test("A store whose file is removed continues with a new one")
    func takenAway() throws {
        let store = try folder.store()
        try store.commit(merge(item("a")))
        for name in try folder.names {
            try FileManager.default.removeItem(at: folder.url.appending(path: name))
        }
        #expect(try store.ids().isEmpty)
        try store.commit(merge(item("b")))
        #expect(try folder.store().ids() == ["b"])
    }

    @Test("Opening a new store by many threads creates one store")
    func manyAtOnce() async throws {
        let feeds = try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { try folder.store().commit(merge(item("a"), into: FeedKey("\(number)"))) }
            }
            try await group.waitForAll()
            return try folder.store().feeds()
        }
        #expect(feeds.count == 8)
    }
}
