public import FeedStore
public import Freshet
public import FreshetHTTP
public import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One kind of feed; a value of it is one feed.
///
/// It says how the feed is addressed, called, fetched and shown. Everything else (tables, pages, documents, feeds for readers, search) is
/// written once, over descriptions and entries; `docs/adding-a-feed.md` leads through it.
public protocol FeedDescription: Sendable {
    /// What the feed has items of.
    associatedtype Item: FeedItem

    // MARK: How it is addressed

    /// Reads the parts of a path, without percent encoding, the upstream's id first; nil where this kind has no such feed.
    init?(path: [String])

    /// The parts of the path; ``init(path:)`` reads them.
    var path: [String] { get }

    /// Reads what a person pasted: an address of the web, or words such as `octocat/hello`. Nil where it isn't this kind's.
    init?(pasted text: String)

    /// The feed's page on the web; nil where it has none.
    var page: URL? { get }

    // MARK: How it is called

    /// Whom it asks.
    static var upstream: Upstream { get }

    /// The name for people.
    var title: String { get }

    /// What a reader finds there, in a sentence.
    var summary: String { get }

    /// What stands in the place of the items of a feed without any.
    var emptyMessage: String { get }

    // MARK: How it is fetched

    /// The feed's name in the store.
    var key: FeedKey { get }

    /// What its items are the same in: an item of one id in two feeds of one scope is one item.
    var scope: String { get }

    /// How a request is entered into the ledger, and what may forbid it.
    @Sendable func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy

    /// How many requests of the upstream's limit one refresh takes.
    var requestsPerRefresh: Int { get }

    /// Whether what is stored is enough to answer the request once it is fresh; if not, Freshet's own interval forbids nothing.
    func covers(_ request: FeedRequest, _ snapshot: Snapshot) -> Bool

    /// What the store has of this feed for a request.
    func stored(_ context: FeedContext) throws -> StoredFeed

    /// Fetches, and tells what has arrived as it does. Fails with a ``Deferral`` where nothing may be asked now.
    func refresh(_ context: RefreshContext) -> Observable<RefreshStep>

    /// What the feed's address leads to: the feed itself once it is known to exist, or others to choose from.
    func resolve(in environment: FeedEnvironment) -> Single<Resolution>

    // MARK: How it is shown

    /// What a reader may choose among its items.
    var controls: FeedControls { get }

    /// The columns of its table.
    static var columns: [EntryColumn] { get }

    /// Whether it is the discussion of one item, which readers show below that item.
    var isDiscussion: Bool { get }

    /// The feeds beside it, as tabs of its page.
    var neighbours: [MenuLink] { get }
}

extension FeedDescription {
    /// Nothing that a person pastes is of this kind.
    public init?(pasted text: String) { nil }

    /// No page.
    public var page: URL? { nil }

    /// The parts of the path between slashes.
    public var key: FeedKey { FeedKey(path.joined(separator: "/")) }

    /// The upstream: its ids are the same in all its feeds.
    public var scope: String { Self.upstream.id }

    /// One.
    public var requestsPerRefresh: Int { 1 }

    /// Always.
    public func covers(_ request: FeedRequest, _ snapshot: Snapshot) -> Bool { true }

    /// The stored items in the order that was asked for, at most as many as were asked for.
    public func stored(_ context: FeedContext) throws -> StoredFeed {
        try stored(context, limit: context.request.limit)
    }

    /// The same with another limit; nil is all.
    ///
    /// - Parameter trim: leaves out items before they are decoded, which takes longer than reading them.
    public func stored(
        _ context: FeedContext, limit: Int?, trimming trim: (inout Snapshot) -> Void = { _ in }
    ) throws -> StoredFeed {
        let order = context.request.order ?? controls.defaultOrder
        var snapshot = try context.environment.store.snapshot(of: key, order: order, limit: limit)
        trim(&snapshot)
        return StoredFeed(snapshot, of: self, order: order)
    }

    /// No.
    public var isDiscussion: Bool { false }

    /// The upstream's menu.
    public var neighbours: [MenuLink] { Self.upstream.menu }
}
