import Catalog
import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import Testing

/// A reader's store, from which no upstream can be asked.
final class Reader: Sendable {
    let folder: URL
    let store: FeedStore
    let environment: FeedEnvironment

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID().uuidString)")
        store = try FeedStore(at: folder.appending(path: "freshet.sqlite"))
        environment = FeedEnvironment(catalog: .all, store: store, transport: NoTransport())
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func commit(_ items: [FeedUpdate.Item], to feed: FeedKey) throws {
        try store.commit(
            [FeedUpdate(feed: feed, items: items, mode: .merge, fetchedAt: Date())], ledger: [], quotas: [])
    }

    /// A complete refresh of a feed, without items.
    func fetch(_ feed: String, titled title: String) throws {
        let key = FeedKey(feed)
        let refresh = FeedUpdate(feed: key, items: [], mode: .merge, fetchedAt: Date(), title: title)
        try store.commit([refresh], ledger: [], quotas: [])
    }

    func mark(_ feed: FeedKey, _ id: String, _ mark: Mark) throws {
        try store.mark([ItemKey(scope: feed.upstream, id: id)], as: mark, at: Date())
    }
}

private struct NoTransport: HTTPTransport {
    func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
        Issue.record("asked \(request)")
        return .error(CancellationError())
    }
}
