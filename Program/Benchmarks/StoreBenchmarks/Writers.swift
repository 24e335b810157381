import FeedStore
import Foundation
import Harness
import Search
import Synchronization

/// How many marks a second different accounts make at the same time, alone and beside refreshes, and one account, whose marks
/// wait for one another. The store is a new file, or
/// the empty PostgreSQL database that `FRESHET_STORE` names.
struct Writers {
    static let name = "writers"

    private static let accounts = 48
    private static let items = 200

    private let store: FeedStore
    private let ids: [Account.ID]
    private let seconds: Double
    private let now: Date

    init(isQuick: Bool, now: Date) throws {
        (self.now, seconds) = (now, isQuick ? 0.3 : 3)
        let folder = FileManager.default.temporaryDirectory.appending(path: "writers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let address = ProcessInfo.processInfo.environment["FRESHET_STORE"]
        store =
            try address.map { try FeedStore(postgreSQL: $0) }
            ?? FeedStore(at: folder.appending(path: "freshet.sqlite"))
        for number in 1..<Self.accounts { _ = try store.addAccount(named: "account\(number)", at: now) }
        ids = try store.accounts().map(\.id)
        for (number, id) in ids.enumerated() {
            let feed = FeedKey("web/\(number)"), account = store.of(id)
            try account.commit([refresh(feed, 0..<Self.items)], ledger: [], quotas: [])
            _ = try account.follow(feed, path: feed.rawValue, FollowSettings(), at: now)
        }
    }

    private func refresh(_ feed: FeedKey, _ numbers: Range<Int>) -> FeedUpdate {
        let items = numbers.map { FeedUpdate.Item(id: "\($0)", date: now, payload: Data("{}".utf8)) }
        return FeedUpdate(feed: feed, scope: feed.rawValue, items: items, mode: .merge, fetchedAt: now)
    }

    func measure() throws {
        print(
            "\n| marks a second | of different accounts | beside refreshes of 20 new items | of one account |\n|-|-:|-:|-:|"
        )
        for count in [1, 8, 48] {
            let rates = [marks(count), marks(count, refreshing: true), marks(count, ofOneAccount: true)]
            print("| \(count) at a time | \(rates.map(Table.number).joined(separator: " | ")) |")
        }
    }

    /// Returns the number of marks a second.
    private func marks(_ threads: Int, refreshing: Bool = false, ofOneAccount: Bool = false) -> Double {
        let end = ContinuousClock.now + .seconds(seconds)
        let total = Total()
        let group = DispatchGroup()
        func start(_ body: @escaping @Sendable () throws -> Int) {
            group.enter()
            Thread {
                do { total.add(try body()) } catch { print(error) }
                group.leave()
            }.start()
        }
        for thread in 0..<threads {
            let number = ofOneAccount ? 0 : thread
            let account = store.of(ids[number]), feed = "web/\(number)", now = now
            start {
                var count = 0
                while .now < end {
                    let key = ItemKey(scope: feed, id: "\((count + thread * 4) % Self.items)")
                    try account.mark([key], as: count / Self.items % 2 == 0 ? .saved : .unsaved, at: now)
                    count += 1
                }
                return count
            }
        }
        if refreshing {
            let store = store
            start {
                var number = 0
                while .now < end {
                    let key = FeedKey("web/refreshed")
                    try store.commit([refresh(key, number..<number + 20)], ledger: [], quotas: [])
                    number += 20
                }
                return 0
            }
        }
        group.wait()
        return Double(total.value) / seconds
    }
}

/// A number to which threads add.
private final class Total: Sendable {
    private let number = Mutex(0)

    var value: Int { number.withLock { $0 } }

    func add(_ count: Int) { number.withLock { $0 += count } }
}
