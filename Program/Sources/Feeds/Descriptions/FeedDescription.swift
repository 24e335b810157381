import FeedStore
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform

/// A kind of feed. Each value describes one feed.
///
/// It defines how the feed is addressed, named, fetched and shown. Everything else (tables, pages, documents, search) is implemented once,
/// for descriptions and entries. See `docs/adding-a-feed.md`.
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

    /// ``page`` as it is now: an upstream may have moved it. Blocks the calling thread on the store.
    func currentPage(in environment: FeedEnvironment) throws -> URL?

    /// The addresses of the feed on the web, as what the store keeps for it says; see ``Snapshot/extra``.
    func addresses(_ extra: Data?) -> FeedAddresses

    // MARK: Names

    /// The upstream that it requests.
    static var upstream: Upstream { get }

    /// The title for readers.
    var title: String { get }

    /// A sentence about what the feed contains.
    var summary: String { get }

    /// A sentence about what is followed, where the pasted address names something else; nil otherwise.
    var remark: String? { get }

    /// The message that a feed without items shows.
    var emptyMessage: String { get }

    // MARK: Refreshing

    /// The feed's key in the store.
    var key: FeedKey { get }

    /// The namespace of item ids. Items with the same id in two feeds of a scope are one item.
    var scope: String { get }

    /// The quantities that the first measures of its scope's items are, which searches compare.
    static var quantity: Quantities.OfScope { get }

    /// The way in which the ledger records a request, and the rules that may forbid it.
    @Sendable func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy

    /// The number of rate-limited requests that a refresh makes.
    var requestsPerRefresh: Int { get }

    /// True if the stored items suffice for the request while they are fresh; if not, Freshet's own interval is ignored.
    func covers(_ request: FeedRequest, _ snapshot: Snapshot) -> Bool

    /// The stored items for a request. Blocks the calling thread on the store.
    func stored(_ request: FeedRequest, in environment: FeedEnvironment) throws -> StoredFeed

    /// The hub that the feed named when it last changed; nil if it named none. Blocks the calling thread on the store.
    func topic(in environment: FeedEnvironment) throws -> HubTopic?

    /// The changes that a hub's delivery calls for; nil if it can't be read. Items that it leaves out stay listed.
    ///
    /// Blocks the calling thread on the store.
    func refresh(delivered document: DeliveredDocument, in environment: FeedEnvironment) throws -> Refresh?

    /// True if the feed shows data of the owner of the upstream's token, such as an inbox.
    ///
    /// The server's token is the first account's, which then alone may read the feed.
    var isPersonal: Bool { get }

    /// The account whose own token or password the feed is requested with, and which alone may read it; nil where it is requested
    /// as for everybody.
    var owner: Account.ID? { get }

    /// The same feed for another owner, or for everybody; nil if the kind has no feeds of an account's own.
    func owned(by account: Account.ID?) -> Self?

    /// Fetches the feed and emits what has arrived so far. Fails with a ``Deferral`` if no request is allowed now.
    func refresh(_ context: RefreshContext) -> Observable<RefreshStep>

    /// Resolves the feed's address: to the feed once it is known to exist, or to several feeds to choose from.
    func resolve(in environment: FeedEnvironment) -> Single<Resolution>

    /// The feed as named by the web page at another feed's address. Requests to it may reach private addresses only if the page's own
    /// address may.
    func named(by page: any FeedDescription) -> Self

    /// The data that the store keeps for the feed before its first refresh, such as the password of its address; nil for nothing.
    func initialExtra() throws -> Data?

    /// The data that the store keeps for the feed once nobody follows it; nil if that is the same.
    func extraWithoutSecrets(_ extra: Data) throws -> Data?

    /// This feed as it is followed, which may be under another address; nil if it isn't.
    func followed(in environment: FeedEnvironment) throws -> Feed?

    /// The feed to show for this one: a followed feed of another address if both have the same items.
    func shown(in environment: FeedEnvironment) throws -> Feed

    // MARK: Full texts

    /// True if its items may have more text on the pages that they link.
    var offersFullText: Bool { get }

    /// The address that a person gave, if there is one: pages of its origin may be on a private network.
    ///
    /// Blocks the calling thread on the store.
    func trustedAddress(in environment: FeedEnvironment) throws -> URL?

    // MARK: Presentation

    /// True if its site may have an icon of its own; otherwise the upstream's drawing is shown.
    var hasOwnIcon: Bool { get }

    /// The place of its site's icon; nil if it has none of its own. Blocks the calling thread on the store.
    func iconSource(in environment: FeedEnvironment) throws -> IconSource?

    /// The filters and orders that readers can choose.
    var controls: FeedControls { get }

    /// The columns of its table.
    static var columns: [EntryColumn] { get }

    /// True if it is the discussion of one item, to be shown below that item.
    var isDiscussion: Bool { get }

    /// Related feeds, in a menu on its page.
    var menu: [MenuLink] { get }

    /// The choices on its page that make it another feed, such as its period.
    var choices: [FeedChoice] { get }
}

extension FeedDescription {
    /// Recognizes no pasted text.
    package init?(pasted text: String) { nil }

    /// Nil.
    package var page: URL? { nil }

    /// Nil.
    package var remark: String? { nil }

    /// ``page``: only web feeds are moved.
    package func currentPage(in environment: FeedEnvironment) throws -> URL? { page }

    /// No feed document, and ``page``.
    package func addresses(_ extra: Data?) -> FeedAddresses { FeedAddresses(page: page) }

    /// The parts of the path joined by slashes.
    package var key: FeedKey { FeedKey(path.joined(separator: "/")) }

    /// The upstream's id: ids are unique within an upstream.
    package var scope: String { Self.upstream.id }

    /// No search compares its measures.
    package static var quantity: Quantities.OfScope { .all(nil) }

    /// The feed itself: only web feeds have addresses that an upstream chooses.
    package func named(by page: any FeedDescription) -> Self { self }

    /// Nil.
    package func initialExtra() throws -> Data? { nil }

    /// Nil: only web feeds have passwords.
    package func extraWithoutSecrets(_ extra: Data) throws -> Data? { nil }

    /// Nil: only web feeds name hubs.
    package func topic(in environment: FeedEnvironment) throws -> HubTopic? { nil }

    /// Nil.
    package func refresh(delivered document: DeliveredDocument, in environment: FeedEnvironment) throws -> Refresh? {
        nil
    }

    /// False.
    package var isPersonal: Bool { false }

    /// Nil.
    package var owner: Account.ID? { nil }

    /// Nil.
    package func owned(by account: Account.ID?) -> Self? { nil }

    /// The account that alone may read the feed; nil for everybody. The store may know another one: see ``Refresh/access``.
    package var reader: Account.ID? { owner ?? (isPersonal ? Account.first : nil) }

    /// 1.
    package var requestsPerRefresh: Int { 1 }

    /// True.
    package func covers(_ request: FeedRequest, _ snapshot: Snapshot) -> Bool { true }

    /// The stored items in the requested order, up to the requested limit.
    package func stored(_ request: FeedRequest, in environment: FeedEnvironment) throws -> StoredFeed {
        try stored(request, limit: request.limit, in: environment)
    }

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

    /// False.
    package var offersFullText: Bool { false }

    /// Nil.
    package func trustedAddress(in environment: FeedEnvironment) throws -> URL? { nil }

    /// False.
    package var hasOwnIcon: Bool { false }

    /// Nil.
    package func iconSource(in environment: FeedEnvironment) throws -> IconSource? { nil }

    /// False.
    package var isDiscussion: Bool { false }

    /// The upstream's menu.
    package var menu: [MenuLink] { Self.upstream.menu }

    /// None.
    package var choices: [FeedChoice] { [] }
}

/// The path of a feed that belongs to one account: `github/accounts/5/inbox` for that account's `github/inbox`.
package struct OwnPath: Sendable, Hashable {
    /// The account; nil if the path is of a feed for everybody.
    package let owner: Account.ID?
    /// The path of the same feed for everybody.
    package let shared: [String]

    /// Reads a path.
    package init(_ path: [String]) {
        guard path.count > 3, path[1] == Self.marker, let id = Account.ID(path[2]), String(id) == path[2] else {
            (owner, shared) = (nil, path)
            return
        }
        (owner, shared) = (id, [path[0]] + path[3...])
    }

    /// The path of a feed, as its owner has it.
    package init(_ shared: [String], of owner: Account.ID?) { (self.shared, self.owner) = (shared, owner) }

    /// The whole path.
    package var path: [String] {
        owner.map { [shared[0], Self.marker, String($0)] + shared[1...] } ?? shared
    }

    private static let marker = "accounts"
}

/// The addresses of a feed on the web.
package struct FeedAddresses: Sendable, Hashable {
    /// The feed document that feed readers fetch; nil if the upstream has none, or another API is read.
    package var document: URL?
    /// The document's format; nil if it is unknown.
    package var format: FeedFormat?
    /// The web page; nil if the feed has none.
    package var page: URL?

    /// Addresses of a feed.
    package init(document: URL? = nil, format: FeedFormat? = nil, page: URL?) {
        self.document = document
        self.format = format
        self.page = page
    }
}

/// The places of a feed's icon on its site.
package struct IconSource: Sendable, Hashable {
    /// The icon that the feed names.
    package var icon: URL?
    /// A page of the site, which may name an icon.
    package var page: URL

    /// An icon to look for.
    package init(icon: URL? = nil, page: URL) {
        self.icon = icon
        self.page = page
    }
}
