import FeedStore
import Foundation
import Search

/// A store of made-up items in a folder of its own.
final class Store {
    static let feeds = 400
    /// In this many items of each feed.
    private static let items = 50

    let store: FeedStore
    private let folder: URL
    private let hasWords: Bool

    /// Without words, a store as it would be if nothing could be searched.
    init(hasWords: Bool) throws {
        self.hasWords = hasWords
        folder = FileManager.default.temporaryDirectory.appending(path: "store-benchmark-\(UUID().uuidString)")
        store = try FeedStore(
            at: folder.appending(path: "freshet.sqlite"), options: .init(measureKinds: .all(.points)))
    }

    deinit {
        // The system clears away what cannot be removed.
        try? FileManager.default.removeItem(at: folder)
    }

    func commit(_ items: [FeedUpdate.Item], to feed: Int, at date: Date) throws {
        let kept = items.map { item in
            var item = item
            if !hasWords { item.search = SearchFields() }
            return item
        }
        let key = FeedKey("web/\(feed)")
        let refresh = FeedUpdate(feed: key, scope: key.rawValue, items: kept, mode: .merge, fetchedAt: date)
        try store.commit([refresh], ledger: [], quotas: [])
    }

    /// Stores so many items in turn in all feeds, fifty at a time, the last ones a moment before `now`.
    func fill(_ count: Int, now: Date) throws {
        var corpus = Corpus()
        for start in stride(from: 0, to: count, by: Self.items) {
            let date = now - Double(count - start) * 60
            let items = (start..<min(count, start + Self.items)).map { number in
                corpus.item(number, at: date + Double(number - start))
            }
            try commit(items, to: start / Self.items % Self.feeds, at: date)
        }
        for feed in 0..<Self.feeds where feed % 2 == 0 {
            try store.follow(FeedKey("web/\(feed)"), path: "web/\(feed)", FollowSettings(), at: now)
        }
        while try store.updateSearchIndex(limit: 1_000) {}
    }

    /// The bytes of the file once all of it is there.
    func close() throws -> Int {
        try store.close()
        let path = folder.appending(path: "freshet.sqlite").path
        return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
}
