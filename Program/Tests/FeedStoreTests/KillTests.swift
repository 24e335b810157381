import Dispatch
import FeedStore
import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

@Suite("A killed process", .onSQLite)
struct KillTests {
    /// Commits one generation after another until it is killed: after so many commits, and so many microseconds more.
    private func expectKilled(_ path: String, after commits: Int, microseconds: Int) async {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path, commits, microseconds] in
            let done = Count()
            let killer = Thread {
                while done.value.load(ordering: .relaxed) < commits {}
                let instant = ContinuousClock.now + .microseconds(microseconds)
                while ContinuousClock.now < instant {}
                kill(getpid(), SIGKILL)
            }
            killer.start()
            let store = try FeedStore(at: URL(fileURLWithPath: path))
            for generation in 1... {
                try store.commit(KillTests.refreshes(generation), ledger: [], quotas: [])
                done.value.store(generation, ordering: .relaxed)
            }
        }
    }

    private final class Count: Sendable {
        let value = Atomic(0)
    }

    static func refreshes(_ generation: Int) -> [FeedUpdate] {
        let payload = String(repeating: "generation \(generation)", count: 20)
        return [hello, top].map { feed in
            let items = (0..<40).map { (number: Int) in
                item("\(generation % 3)-\(number)", rank: number, payload: payload)
            }
            return FeedUpdate(
                feed: feed, items: items, mode: .replace, fetchedAt: day(generation), extra: Data("\(generation)".utf8))
        }
    }

    @Test(
        "A killed process leaves its last complete commit, of every feed in it",
        arguments: [(1, 0), (2, 700), (5, 2_100), (20, 900)]
            + (runsFull
                ? [
                    (1, 150), (3, 1_300), (8, 3_900), (12, 250), (30, 1_700), (40, 5_000), (60, 420), (90, 2_600),
                ] : []))
    func commits(commits: Int, microseconds: Int) async throws {
        let folder = try TemporaryFolder()
        await expectKilled(folder.file.path, after: commits, microseconds: microseconds)
        let store = try folder.store()
        let shown = try [hello, top].map { try store.snapshot(of: $0, limit: nil) }
        let generation = try #require(shown[0].extra.flatMap { Int(String(decoding: $0, as: UTF8.self)) })
        #expect(generation >= commits)
        for (snapshot, refresh) in zip(shown, Self.refreshes(generation)) {
            #expect(snapshot.total == 40)
            #expect(snapshot.items.map(\.payload) == refresh.items.map(\.payload))
            #expect(snapshot.extra == refresh.extra)
            #expect(snapshot.fetchedAt == day(generation))
        }
        #expect(store.notices.isEmpty)
        try store.commit(merge(item("afterwards")))
    }

    @Test(
        "A process killed while it creates the store leaves a usable one",
        arguments: [0, 100, 200, 400, 700, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000, 8_000, 10_000, 14_000])
    func creation(microseconds: Int) async throws {
        let folder = try TemporaryFolder()
        await expectKilled(folder.file.path, after: 0, microseconds: microseconds)
        let store = try folder.store()
        try store.commit(merge(item("afterwards"), into: FeedKey("own")))
        #expect(try store.ids(FeedKey("own")) == ["afterwards"])
        #expect(store.notices.isEmpty)
    }
}
