import FeedStore
import Foundation
import Platform
import Testing

@Suite("Two programs on one store")
struct TwoProcessesTests {
    @Test("Two programs on one store lose none of each other's changes, from many threads each")
    func writers() throws {
        let folder = try TemporaryFolder()
        let stores = [try folder.store(), try folder.store()]
        let failures = onThreads(8) { thread in
            let store = stores[thread % 2]
            for round in 0..<25 {
                try store.commit(
                    merge(item("\(thread)-\(round)", day(round)), on: round),
                    merge(item("\(round)"), on: round, into: FeedKey("own/\(thread)")))
                _ = try store.snapshot(of: hello, limit: 5)
                try store.mark(keys(hello, "\(thread)-\(round)"), as: .read, at: day(round))
            }
        }
        #expect(failures.isEmpty)
        for store in stores {
            #expect(try store.snapshot(of: hello, limit: nil).items.count == 200)
            let counts = try store.feeds().map { try store.snapshot(of: $0.feed, limit: 0).total }
            #expect(counts == [200] + Array(repeating: 25, count: 8))
        }
    }

    @Test("Two programs on one store never both get a claim")
    func claims() throws {
        let folder = try TemporaryFolder()
        let stores = [try folder.store(), try folder.store()]
        let winners = Collected()
        let failures = onThreads(8) { thread in
            for number in 0..<50 {
                let endpoint = Endpoint(url: "https://api.example/\(number)", requester: "anonymous")
                let claim = try stores[thread % 2].claim(
                    endpoint, now: day(1), lease: 30, respecting: [], urgency: thread % 3 == 0 ? .forced : .scheduled)
                if case .granted = claim { winners.add("\(number)") }
            }
        }
        #expect(failures.isEmpty)
        #expect(winners.all.sorted() == (0..<50).map(String.init).sorted())
    }

    @Test("Two real processes lose nothing, and never both get a claim")
    func processes() async throws {
        let folder = try TemporaryFolder()
        let path = folder.location
        try folder.makeDatabase()
        async let first: Void = expectChild(path, "first")
        async let second: Void = expectChild(path, "second")
        _ = await (first, second)
        let store = try folder.store()
        #expect(try store.ids(FeedKey("shared")).count == 200)
        let winners = try store.ids(FeedKey("first")) + store.ids(FeedKey("second"))
        #expect(winners.sorted() == (0..<100).map(String.init).sorted())
    }

    private func expectChild(_ path: String, _ name: String) async {
        await #expect(processExitsWith: .success) { [path, name] in
            let store = try TemporaryFolder.store(at: path)
            for number in 0..<100 {
                let endpoint = Endpoint(url: "https://api.example/\(number)", requester: "anonymous")
                let claim = try store.claim(endpoint, now: day(1), lease: 30, respecting: [], urgency: .scheduled)
                var refreshes = [merge(item("\(name)-\(number)"), into: FeedKey("shared"))]
                if case .granted = claim { refreshes.append(merge(item("\(number)"), into: FeedKey(name))) }
                try store.commit(refreshes, ledger: [], quotas: [])
            }
        }
    }

    @Test("Two real processes follow and mark without losing each other's changes")
    func reading() async throws {
        let folder = try TemporaryFolder()
        let path = folder.location
        let store = try folder.store()
        let items = (0..<100).map { item("\($0)") }
        try store.commit(FeedUpdate(feed: top, items: items, mode: .merge, fetchedAt: day(0)))
        async let first: Void = expectReader(path, "first", .read)
        async let second: Void = expectReader(path, "second", .saved)
        _ = await (first, second)
        #expect(try store.snapshot(of: top, limit: nil).items.count { !$0.isUnread && $0.isSaved } == 100)
        #expect(try store.items(ItemSelection(isUnread: false, isSaved: true), limit: 0).total == 100)
        let followed = try store.followed().map(\.feed.rawValue)
        #expect(followed.count == 201 && followed.filter { $0.hasPrefix("first/") } == (0..<100).map { "first/\($0)" })
        #expect(followed.filter { $0 == "both/both" }.count == 1)
    }

    private func expectReader(_ path: String, _ name: String, _ mark: Mark) async {
        await #expect(processExitsWith: .success) { [path, name, mark] in
            let store = try TemporaryFolder.store(at: path)
            for number in 0..<100 {
                try store.follow(FeedKey("\(name)/\(number)"), on: number)
                try store.follow(FeedKey("both/both"), on: number)
                try store.mark(keys(top, "\(number)"), as: mark, at: day(number))
            }
        }
    }

    @Test("Two programs report an error if one keeps the other waiting too long, and lose nothing", .onSQLite)
    func busy() async throws {
        let folder = try TemporaryFolder()
        let store = try folder.store(.init(busyTimeout: 0.05))
        try store.commit(merge(item("a")))
        let path = folder.file.path
        async let holder: Void = expectHolder(path)
        try await existence(of: path + ".held")
        #expect(throws: FeedStoreError.busy(path: path, waited: 0.05)) { try store.commit(merge(item("b"))) }
        #expect(try store.ids() == ["a"])
        try Data().write(to: URL(fileURLWithPath: path + ".free"))
        await holder
        try store.commit(merge(item("b")))
        #expect(try store.ids() == ["b", "a"])
    }

    /// Holds what a writer holds, byte 120 of the shared index (sqlite.org/walformat.html), until it is told to end.
    private func expectHolder(_ path: String) async {
        await #expect(processExitsWith: .success) { [path] in
            let index = open(path + "-shm", O_RDWR)
            var writeLock = flock()
            writeLock.l_type = Int16(F_WRLCK)
            writeLock.l_whence = Int16(SEEK_SET)
            writeLock.l_start = 120
            writeLock.l_len = 1
            #expect(fcntl(index, F_SETLK, &writeLock) == 0)
            try Data().write(to: URL(fileURLWithPath: path + ".held"))
            try await existence(of: path + ".free")
        }
    }
}

private func existence(of path: String) async throws {
    while !FileManager.default.fileExists(atPath: path) {
        try await Task.sleep(for: .milliseconds(1))
    }
}
