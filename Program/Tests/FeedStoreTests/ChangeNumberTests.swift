import FeedStore
import Foundation
import Testing

@Suite("The change number of a store")
struct ChangeNumberTests {
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
        let before = try store.changeNumber()
        try body()
        return try store.changeNumber() != before
    }

    @Test("A store's change number changes with every kind of change")
    func eachChange() throws {
        var seen: Set<Int> = [try store.changeNumber()]
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
            #expect(seen.insert(try store.changeNumber()).inserted)
        }
    }

    @Test("A store's change number stays the same after reading, and after calls that change nothing")
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
            _ = try store.claim(endpoint, now: day(1), lease: 30, respecting: [], urgency: .scheduled)
        }
        #expect(!changed)
    }

    @Test("A store's change number changes with a change by another store")
    func otherStore() throws {
        let other = try folder.store()
        #expect(try changes { try other.mark(a, as: .read, at: day(1)) })
        #expect(try changes { try other.commit(merge(item("b"))) })
    }

    @Test("A store's change number changes with a change by another process")
    func otherProcess() async throws {
        let before = try store.changeNumber()
        let path = folder.location
        await #expect(processExitsWith: .success) { [path = path as String] in
            try TemporaryFolder.store(at: path).follow(top)
        }
        #expect(try store.changeNumber() != before)
    }

    @Test("A store's change number changes when a new file replaces a removed one", .onSQLite)
    func takenAway() throws {
        let changed = try changes {
            for name in try folder.names {
                try FileManager.default.removeItem(at: folder.url.appending(path: name))
            }
        }
        #expect(changed)
        #expect(try changes { try store.commit(merge(item("b"))) })
    }

    @Test("A store's change number can be read by many threads at the same time, and never decreases")
    func threads() throws {
        let failures = onThreads(4) { thread in
            var last = try store.changeNumber()
            for number in 0..<100 {
                if thread == 0 { try store.commit(merge(item("\(number)"))) }
                let next = try store.changeNumber()
                #expect(next >= last)
                last = next
            }
        }
        #expect(failures.isEmpty)
    }

    @Test("Reading a store's change number leaves no other file when the store is closed", .onSQLite)
    func closing() throws {
        _ = try store.changeNumber()
        try store.close()
        #expect(try folder.names == ["freshet.sqlite"])
        #expect(throws: FeedStoreError.closed(path: folder.file.path)) { _ = try store.changeNumber() }
    }

    @Test("Reading a store's change number leaves no other file when the store is released", .onSQLite)
    func dropping() throws {
        let folder = try TemporaryFolder()
        do {
            let store = try folder.store()
            try store.commit(merge(item("a")))
            _ = try store.changeNumber()
        }
        #expect(try folder.names == ["freshet.sqlite"])
    }
}
