import FeedStore
import Foundation
import Platform
import Testing

@Suite("Other users of the computer", .onSQLite)
struct AccessTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func rights(_ name: String) throws -> Int {
        let path = folder.url.appending(path: name).path
        return try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    private func open(_ name: String, _ rights: Int) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: rights], ofItemAtPath: folder.url.appending(path: name).path)
    }

    @Test("Other users can't read a new store, its log, or the folders made for it")
    func new() throws {
        let store = try FeedStore(at: folder.url.appending(path: "a/b/freshet.sqlite"))
        try store.commit(merge(item("a")))
        for name in ["a", "a/b"] { #expect(try rights(name) == 0o700) }
        for name in ["a/b/freshet.sqlite", "a/b/freshet.sqlite-wal", "a/b/freshet.sqlite-shm"] {
            #expect(try rights(name) == 0o600)
        }
    }

    @Test("Other users lose access to an existing store, and get none to its log")
    func existing() throws {
        try folder.filled()
        try open("freshet.sqlite", 0o640)
        #expect(PrivateFiles.restrict(folder.file.path) && !PrivateFiles.restrict(folder.file.path))
        let store = try folder.store()
        try store.commit(merge(item("a")))
        for name in ["freshet.sqlite", "freshet.sqlite-wal", "freshet.sqlite-shm"] {
            #expect(try rights(name) == 0o600)
        }
    }

    @Test("Other users can't read what is rescued of a damaged store")
    func rescued() throws {
        let store = try folder.store()
        try store.commit(merge(item("a")))
        try store.close()
        let handle = try FileHandle(forUpdating: folder.file)
        try handle.seek(toOffset: 100)
        try handle.write(contentsOf: Data(repeating: 0xff, count: 4_000))
        try handle.close()
        _ = try folder.store()
        for name in try folder.names where name.hasPrefix("freshet.sqlite") { #expect(try rights(name) == 0o600) }
        #expect(try folder.names.contains { $0.contains("damaged") })
    }

    @Test("Other users keep their access to the folder that a person made")
    func givenFolder() throws {
        let path = folder.url.path
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        try PrivateFiles.createFolder(path)
        _ = try folder.store()
        #expect(try rights("") == 0o755)
    }
}
