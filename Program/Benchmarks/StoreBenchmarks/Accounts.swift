import FeedStore
import Foundation
import Harness
import Search

/// What a store costs that many accounts share. It is a new file, or its copy in the PostgreSQL database that
/// `FRESHET_STORE` names. It takes minutes to fill, so it only runs if it is asked for.
struct SharedStore {
    static let name = "accounts"

    private let accounts, follows, feeds, items: Int
    private var store: FeedStore
    private let now: Date

    init(isQuick: Bool, now: Date) throws {
        (accounts, follows, feeds, items) = isQuick ? (20, 20, 100, 10) : (1_000, 100, 20_000, 50)
        self.now = now
        let folder = FileManager.default.temporaryDirectory.appending(path: "shared-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        store = try FeedStore(at: folder.appending(path: "freshet.sqlite"))
    }

    private func key(_ feed: Int) -> FeedKey { FeedKey("web/\(feed)") }

    private func item(_ feed: Int, _ number: Int) -> FeedUpdate.Item {
        let title = "Item \(number) of feed \(feed) about subject\(feed % 97)"
        let payload = #"{"title":"\#(title)","html":"<p>\#(String(repeating: "word ", count: 40))</p>"}"#
        return FeedUpdate.Item(
            id: "\(number)", date: now - TimeInterval((items - number) * 3_600), payload: Data(payload.utf8),
            search: SearchFields(title: title))
    }

    /// Fills the store in commits of 100 feeds, unless the database has been filled before.
    mutating func fill() throws {
        let copy = try ProcessInfo.processInfo.environment["FRESHET_STORE"].map { try FeedStore(postgreSQL: $0) }
        if let copy, try copy.accounts().count == accounts {
            store = copy
            return
        }
        let start = ContinuousClock.now
        for first in stride(from: 0, to: feeds, by: 100) {
            let refreshes = (first..<min(first + 100, feeds)).map { feed in
                FeedUpdate(
                    feed: key(feed), scope: key(feed).rawValue, items: (0..<items).map { item(feed, $0) }, mode: .merge,
                    fetchedAt: now)
            }
            try store.commit(refreshes, ledger: [], quotas: [])
        }
        print("filled \(feeds * items) items in \(ContinuousClock.now - start)")
        let followStart = ContinuousClock.now
        for number in 1..<accounts {
            guard let account = try store.addAccount(named: "account\(number)", at: now) else { continue }
            try follow(store.of(account.id), number)
        }
        try follow(store, 0)
        print("\(accounts) accounts followed \(follows) feeds each in \(ContinuousClock.now - followStart)")
        guard let copy else { return }
        // A file is filled in a fraction of the time.
        let copyStart = ContinuousClock.now
        try store.copy(to: copy)
        try store.close()
        store = copy
        print("copied to PostgreSQL in \(ContinuousClock.now - copyStart)")
    }

    /// All follow the first feed, and others that are apart by a step without a common factor.
    private func follow(_ own: FeedStore, _ number: Int) throws {
        let chosen = [0] + (1..<follows).map { (number * 7 + $0 * 7_919) % feeds }
        let export = StoreExport(
            follows: Set(chosen).sorted().map { StoredFollow(feed: key($0), path: key($0).rawValue, since: now) })
        _ = try own.add(export, at: now)
    }

    func measure(rounds: Int = 200) throws {
        let size = "\(accounts) accounts × \(follows) follows, \(feeds) feeds, \(feeds * items) items"
        print("\n| \(size) | ms median | ms 95 % |\n|-|-:|-:|")
        let stores = try store.accounts().map { store.of($0.id) }
        func measure(_ name: String, _ body: (FeedStore, Int) throws -> Void) throws {
            var times: [Double] = []
            for round in 0..<rounds {
                let start = ContinuousClock.now
                try body(stores[round * 31 % stores.count], round)
                times.append((ContinuousClock.now - start).nanoseconds / 1e6)
            }
            times.sort()
            let cells = [times[times.count / 2], times[times.count * 95 / 100]].map(Table.number)
            print("| \(name) | \(cells.joined(separator: " | ")) |")
        }
        try measure("the page of unread items: 50 of them, and all counts") { store, _ in
            _ = try store.items(ItemSelection(.followed, isUnread: true), limit: 50)
            _ = try store.unreadCounts()
        }
        try measure("the list of follows, with counts") { store, _ in
            _ = try store.followed()
            _ = try store.feeds()
            _ = try store.unreadCounts()
        }
        try measure("mark all as read") { store, round in
            try store.mark(all: ItemSelection(.followed), as: .read, at: now + TimeInterval(round))
        }
        try measure("refresh a feed with \(accounts) followers, 10 of 50 items new") { _, round in
            let items = (0..<50).map { item(0, self.items + round * 10 + $0) }
            try store.commit(
                [FeedUpdate(feed: key(0), scope: key(0).rawValue, items: items, mode: .replace, fetchedAt: now)],
                ledger: [], quotas: [])
        }
        try measure("search for a word") { store, round in
            _ = try store.search(SearchQuery(parsing: "subject\(round % 97)"), order: .date, limit: 50, now: now)
        }
    }
}
