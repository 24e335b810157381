import FeedStore
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform

/// A kind of feed. Each value describes one feed.
///
/// It defines how the feed is addressed, named, fetched and shown. Everything else (tables, pages, documents, search) is implemented once,
/// for descriptions and entries. Kinds that can do more also conform to capabilities, such as ``HubFeed``.
/// See `docs/adding-a-feed.md`.
package protocol FeedDescription: Sendable {
    /// The type of the feed's items.
    associatedtype Item: FeedItem

    // MARK: Address

    /// Reads a path without percent encoding, which starts with the upstream's id; nil if this kind has no such feed.
    init?(path: [String])

    /// The path of one of its feeds, for descriptions of addresses.
    static var example: [String] { get }

    /// The path, as ``init(path:)`` reads it.
    var path: [String] { get }

    /// Reads pasted text: a web address, or words such as `octocat/hello`. Nil if it isn't an address of this kind.
    init?(pasted text: String)

    /// The feed's page on the web; nil if it has none.
    var page: URL? { get }

    // MARK: Names

    /// The upstream that it requests.
    static var upstream: Upstream { get }

    /// The title for readers.
    var title: String { get }

    /// A sentence about what the feed contains.
    var summary: String { get }

    /// The message that a feed without items shows.
    var emptyMessage: String { get }

    // MARK: Refreshing

    /// The feed's key in the store.
    var key: FeedKey { get }

    /// The namespace of item ids. Items with the same id in two feeds of a scope are one item.
    var scope: String { get }

    /// The kinds of the first measures of its scope's items, which searches compare.
    static var measureKind: MeasureKinds.OfScope { get }

    /// The way in which the ledger records a request, and the rules that may forbid it.
    @Sendable func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy

    /// Fetches the feed and emits what has arrived so far. Fails with a ``Deferral`` if no request is allowed now.
    func refresh(_ context: RefreshContext) -> Observable<RefreshStep>

    /// The stored items for a request. Blocks the calling thread on the store.
    func stored(_ request: FeedRequest, in environment: FeedEnvironment) throws -> StoredFeed

    // MARK: Presentation

    /// The filters, orders and other choices of readers.
    var controls: FeedControls { get }

    /// The columns of its table.
    static var columns: [EntryColumn] { get }

    /// Related feeds, in a menu on its page.
    var menu: [MenuLink] { get }
}

extension FeedDescription {
    /// Recognizes no pasted text.
    package init?(pasted text: String) { nil }

    /// Nil.
    package var page: URL? { nil }

    /// The parts of the path joined by slashes.
    package var key: FeedKey { FeedKey(path.joined(separator: "/")) }

    /// The upstream's id: ids are unique within an upstream.
    package var scope: String { Self.upstream.id }

    /// No search compares its measures.
    package static var measureKind: MeasureKinds.OfScope { .all(nil) }

    /// The stored items in the requested order, up to the requested limit.
    package func stored(_ request: FeedRequest, in environment: FeedEnvironment) throws -> StoredFeed {
        try stored(request, limit: request.limit, in: environment)
    }

    /// The upstream's menu.
    package var menu: [MenuLink] { Self.upstream.menu }
}

extension FeedDescription {
    /// The stored items up to another limit. Nil returns all of them and ignores the request's offset.
    ///
    /// - Parameter trim: leaves out items before they are decoded, which takes longer than reading them.
    package func stored(
        _ request: FeedRequest, limit: Int?, in environment: FeedEnvironment,
        trimming trim: (inout Snapshot) -> Void = { _ in }
    ) throws -> StoredFeed {
        let order = request.order ?? controls.defaultOrder
        guard try environment.mayRead(self) else { return StoredFeed(Snapshot(), of: self, order: order) }
        var snapshot = try environment.store.snapshot(
            of: key, order: order, filter: request.filter, offset: limit == nil ? 0 : request.offset, limit: limit)
        trim(&snapshot)
        return StoredFeed(snapshot, of: self, order: order)
    }
}
