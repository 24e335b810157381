import Catalog
import Dispatch
import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform
import Synchronization
import WebText

/// A whole load of a feed: its upstream's answer is decoded, merged, stored, read again and written as a document.
enum FeedLoadTarget {
    /// The first byte of the input selects a kind of feed.
    static let paths = [
        ["github", "octo", "harbor"], ["github", "octo"], ["news", "top"], ["news", "1"], ["planet", "wildfires"],
        ["planet"], ["quakes"], ["web", "https://a.example/feed"],
    ]

    static func read(_ bytes: [UInt8]) {
        guard let first = bytes.first, let feed = FeedCatalog.all.feed(path: paths[Int(first) % paths.count]) else {
            return
        }
        do {
            var environment = try environment.get()
            environment.transport = CannedReply(Array(bytes.dropFirst()))
            // So late that the feed may be requested again.
            let now = Date(
                timeIntervalSince1970: 1_800_000_000 + 100_000 * Double(loads.add(1, ordering: .relaxed).newValue))
            environment.now = { now }
            let states = Mutex<FeedState?>(nil)
            let isDone = DispatchSemaphore(value: 0)
            let subscription = feed.load(in: environment).subscribe(
                onNext: { state in states.withLock { $0 = state } }, onError: { _ in }, onDisposed: { isDone.signal() })
            isDone.wait()
            subscription.dispose()
            guard let state = states.withLock({ $0 }) else { return }
            _ = try FeedDocument(feed: feed.key.rawValue, state).json()
            for item in state.items { _ = (item.entry.plainTitle, item.entry.date?.internetDateTime) }
        } catch {}
    }

    private static let loads = Atomic(0)

    private static let environment = Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "freshet-fuzz-\(UUID().uuidString)")
        let store = try FeedStore(at: folder.appending(path: "freshet.sqlite"))
        return FeedEnvironment(catalog: .all, store: store, transport: CannedReply([]))
    }
}
