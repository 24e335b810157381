import FeedStore
import Foundation

/// A folder of its own for one test, gone when the test is.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "feed-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // What cannot be removed is the system's to clear away.
        try? FileManager.default.removeItem(at: url)
    }

    /// Where the store of the test is.
    var file: URL { url.appending(path: "freshet.sqlite") }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }

    func store(_ options: SQLiteFeedStore.Options = .init()) throws -> SQLiteFeedStore {
        try SQLiteFeedStore(at: file, options: options)
    }

    /// A closed store that holds `count` items, so that all of it is in the one file.
    func filled(_ count: Int = 200, bytes: Int = 1_000) throws {
        let store = try store()
        let payload = Data(repeating: 7, count: bytes)
        let items = (0..<count).map { Refresh.Item(id: "\($0)", date: day(0, seconds: $0), payload: payload) }
        try store.commit(Refresh(feed: hello, items: items, mode: .merge, fetchedAt: day(1)))
        try store.close()
    }
}

let hello = FeedKey("github/octocat/hello")
let top = FeedKey("news/top")

/// Midnight of the n-th day of the tests' calendar, and seconds after it.
func day(_ number: Int, seconds: Int = 0) -> Date {
    Date(timeIntervalSince1970: 1_700_000_000 + Double(number) * 86_400 + Double(seconds))
}

/// An item without ceremony: its payload is its id.
func item(_ id: String, _ date: Date? = nil, rank: Int? = nil, payload: String? = nil) -> Refresh.Item {
    Refresh.Item(id: id, date: date, rank: rank, payload: Data((payload ?? id).utf8))
}

func merge(_ items: Refresh.Item..., on number: Int = 0, into feed: FeedKey = hello) -> Refresh {
    Refresh(feed: feed, items: items, mode: .merge, fetchedAt: day(number))
}

func replace(_ items: Refresh.Item..., on number: Int = 0, in feed: FeedKey = hello) -> Refresh {
    Refresh(feed: feed, items: items, mode: .replace, fetchedAt: day(number))
}

extension SQLiteFeedStore {
    @discardableResult
    func commit(_ refreshes: Refresh...) throws -> CommitResult {
        try commit(refreshes, ledger: [], quotas: [])
    }

    /// Marks those items alone.
    func markShown(_ feed: FeedKey, ids: [String], at date: Date) throws {
        try markShown(feed, ids: ids, at: date, withRest: false)
    }

    func ids(_ feed: FeedKey = hello, limit: Int? = nil) throws -> [String] {
        try snapshot(of: feed, limit: limit).items.map(\.id)
    }

    func new(_ feed: FeedKey = hello) throws -> [String] {
        try snapshot(of: feed, limit: nil).items.filter(\.isNew).map(\.id)
    }
}
