import FeedStore
import Foundation
import Testing

@Suite("The version of a store")
struct VersionTests {
    let folder: TemporaryFolder
    let store: FeedStore
    private let a = keys(hello, "a")

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        try store.commit(merge(item("a"), on: 1))
    }

    /// Whether the number is another one afterwards.
    private func changes(_ body: () throws -> Void) throws -> Bool {
        let before = try store.version()
        try body()
        return try store.version() != before
    }

    @Test("A store's version changes with every kind of change")
    func eachChange() throws {
        var seen: Set<Int> = [try store.version()]
        let changes: [(FeedStore) throws -> Void] = [
            { try $0.commit(merge(item("b"), on: 2)) },
            { try $0.commit(.unchanged(hello, fetchedAt: day(3))) },
            { try $0.visit(hello, at: day(3)) },
            { try $0.mark(a, as: .read, at: day(4)) }, { try $0.mark(a, as: .saved, at: day(4)) },
            { try $0.mark(a, as: .unread, at: day(4)) }, { try $0.mark(a, as: .unsaved, at: day(4)) },
            { try $0.follow(top) }, { try $0.unfollow(top) },
        ]
        for change in changes {
            try change(store)
            #expect(seen.insert(try store.version()).inserted)
        }
    }

    @Test("A store's version stays the same after reading, and after calls that change nothing")
    func same() throws {
        try store.visit(hello, at: day(1))
        try store.mark(a, as: .read, at: day(1))
        try store.follow(top)
        let changed = try changes {
            _ = try store.snapshot(of: hello, limit: nil)
            _ = try store.feeds()
            try store.visit(hello, at: day(1))
            try store.mark(a, as: .read, at: day(2))
            try store.mark(a, as: .unsaved, at: day(2))
            try store.mark(keys(hello, "nobody"), as: .saved, at: day(2))
            try store.mark(each: ItemSelection(), as: .read, at: day(2))
            try store.follow(top, on: 2)
            try store.unfollow(FeedKey("b/b"))
            try store.prune(now: day(3))
            let endpoint = Endpoint(url: "https://api.example/", requester: "anonymous")
            _ = try store.claim(endpoint, now: day(1), lease: 30, respecting: [], urgency: .polite)
        }
        #expect(!changed)
    }

    @Test("A store's version changes with a change by another store")
    func otherStore() throws {
        let other = try folder.store()
        #expect(try changes { try other.mark(a, as: .read, at: day(1)) })
        #expect(try changes { try other.commit(merge(item("b"))) })
    }

    @Test("A store's version changes with a change by another process")
    func otherProcess() async throws {
        let before = try store.version()
        let path = folder.location
        await #expect(processExitsWith: .success) { [path = path as String] in
            try TemporaryFolder.store(at: path).follow(top)
        }
        #expect(try store.version() != before)
    }

    @Test("A store's version changes when a new file replaces a removed one", .onSQLite)
    func takenAway() throws {
        let changed = try changes {
            for name in try folder.names {
                try FileManager.default.removeItem(at: folder.url.appending(path: name))
            }
        }
        #expect(changed)
        #expect(try changes { try store.commit(merge(item("b"))) })
    }

    @Test("A store's version can be read by many threads at the same time, and never decreases")
    func threads() throws {
        let failures = onThreads(4) { thread in
            var last = try store.version()
            for number in 0..<100 {
                if thread == 0 { try store.commit(merge(item("\(number)"))) }
                let next = try store.version()
                #expect(next >= last)
                last = next
            }
        }
        #expect(failures.isEmpty)
    }

    @Test("Reading a store's version leaves no other file when the store is closed", .onSQLite)
    func closing() throws {
        _ = try store.version()
        try store.close()
        #expect(try folder.names == ["freshet.sqlite"])
        #expect(throws: FeedStoreError.closed(path: folder.file.path)) { _ = try store.version() }
    }

    @Test("Reading a store's version leaves no other file when the store is released", .onSQLite)
    func dropping() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try folder.store()
            try store.commit(merge(item("a")))
            _ = try store.version()
        }
        #expect(try folder.names == ["freshet.sqlite"])
    }
}
