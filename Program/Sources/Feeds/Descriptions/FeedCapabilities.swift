import FeedStore
import Freshet
import Platform

// A kind of feed conforms to the capabilities that it has.
//
// Only the properties and functions at the end of this file cast: code that holds a feed of any kind calls them. No requirement has the
// name of one of them, so that calls on a concrete type and on any feed do the same.

// MARK: Addresses

/// A feed that more than one address leads to, such as that of a page, or a former name.
package protocol AliasedFeed: FeedDescription {
    /// The feed as it is followed, which may be under another address; nil if it isn't. Blocks the calling thread on the store.
    func currentFollow(in environment: FeedEnvironment) throws -> Feed?

    /// A sentence about what is followed, where the pasted address names something else; nil otherwise.
    var remark: String? { get }
}

extension AliasedFeed {
    /// Nil.
    package var remark: String? { nil }
}

/// A feed with an address that people choose: of the feed itself, or of a page that names feeds. The feed may move.
package protocol DiscoverableFeed: FeedDescription {
    /// Resolves the address: to the feed once it is known to exist, or to several feeds to choose from.
    func discover(in environment: FeedEnvironment) -> Single<Resolution>

    /// The feed as named by the web page at another feed's address. Requests to it may reach private addresses only if the page's own
    /// address may.
    func named(by page: any FeedDescription) -> Self

    /// The addresses of the feed on the web, as what the store keeps for it says; see ``Snapshot/extra``.
    func storedAddresses(_ extra: Data?) -> FeedAddresses
}

// MARK: Owners

/// A feed that may belong to one account, which alone may read it.
package protocol OwnableFeed: FeedDescription {
    /// The account whose own token or password the feed is requested with; nil where it is requested as for everybody.
    var owner: Account.ID? { get }

    /// The same feed for another owner, or for everybody.
    func owned(by account: Account.ID?) -> Self
}

/// A feed of the data of the owner of the upstream's token, such as an inbox.
///
/// The server's token is the first account's, which then alone may read the feed.
package protocol TokenOwnerFeed: OwnableFeed {}

/// A feed whose address may have a password.
package protocol PasswordFeed: OwnableFeed {
    /// The data that the store keeps for the feed before its first refresh, such as the password of its address; nil for nothing.
    func initialExtra() throws -> Data?

    /// The data that the store keeps for the feed once nobody follows it; nil if that is the same.
    func extraWithoutSecrets(_ extra: Data) throws -> Data?
}

// MARK: Refreshing

/// A feed that a WebSub hub may deliver.
package protocol HubFeed: FeedDescription {
    /// The hub that the feed named when it last changed; nil if it named none. Blocks the calling thread on the store.
    func topic(in environment: FeedEnvironment) throws -> HubTopic?

    /// The changes that a hub's delivery calls for; nil if it can't be read. Items that it leaves out stay listed.
    ///
    /// Blocks the calling thread on the store.
    func refresh(delivered document: DeliveredDocument, in environment: FeedEnvironment) throws -> FeedUpdate?
}

/// A feed of which a refresh fetches no more than is requested, such as a number of items or of days.
package protocol RangedFeed: FeedDescription {
    /// True if the stored items suffice for the request while they are fresh; if not, Freshet's own interval is ignored.
    func rangeCovers(_ request: FeedRequest, _ snapshot: Snapshot) -> Bool
}

/// A feed whose refresh makes several rate-limited requests.
package protocol MultiRequestFeed: FeedDescription {
    /// The number of rate-limited requests that a refresh makes.
    var requestsPerRefresh: Int { get }
}

// MARK: Presentation

/// The discussion of one item, shown below that item.
package protocol DiscussionFeed: FeedDescription {}

/// A feed whose items may have more text on the pages that they link.
package protocol FullTextFeed: FeedDescription {
    /// The address that a person gave, if there is one: pages of its origin may be on a private network.
    ///
    /// Blocks the calling thread on the store.
    func trustedAddress(in environment: FeedEnvironment) throws -> URL?
}

/// A feed whose site may have an icon of its own, shown in place of the upstream's drawing.
package protocol IconFeed: FeedDescription {
    /// The place of its site's icon. Blocks the calling thread on the store.
    func iconSource(in environment: FeedEnvironment) throws -> IconSource
}

// MARK: Any feed's capabilities

extension FeedDescription {
    /// The feed as one of several addresses; nil for kinds without.
    package var aliasedFeed: (any AliasedFeed)? { self as? any AliasedFeed }
    /// The feed as one with a chosen address; nil for kinds without.
    package var discoverableFeed: (any DiscoverableFeed)? { self as? any DiscoverableFeed }
    /// The feed as one that an account may own; nil for kinds that belong to everybody.
    package var ownableFeed: (any OwnableFeed)? { self as? any OwnableFeed }
    /// The feed as one with a password; nil for kinds without.
    package var passwordFeed: (any PasswordFeed)? { self as? any PasswordFeed }
    /// The feed as one of a hub; nil for kinds without.
    package var hubFeed: (any HubFeed)? { self as? any HubFeed }
    /// The feed as one with full texts; nil for kinds without.
    package var fullTextFeed: (any FullTextFeed)? { self as? any FullTextFeed }
    /// The feed as one with an icon of its own; nil for kinds without.
    package var iconFeed: (any IconFeed)? { self as? any IconFeed }

    package var isPersonal: Bool { self is any TokenOwnerFeed }

    package var isDiscussion: Bool { self is any DiscussionFeed }

    package var offersFullText: Bool { fullTextFeed != nil }

    package var hasOwnIcon: Bool { iconFeed != nil }

    /// The account that alone may read the feed; nil for everybody. The store may know another one: see ``FeedUpdate/access``.
    package var reader: Account.ID? { ownableFeed?.owner ?? (isPersonal ? Account.first : nil) }

    /// The number of rate-limited requests that a refresh is known to make.
    package var plannedRequests: Int { (self as? any MultiRequestFeed)?.requestsPerRefresh ?? 1 }

    /// True if a refresh isn't needed for the request while the stored items are fresh.
    package func covers(_ request: FeedRequest, _ snapshot: Snapshot) -> Bool {
        (self as? any RangedFeed)?.rangeCovers(request, snapshot) ?? true
    }

    /// The addresses of the feed on the web. For kinds whose address is fixed, these are its ``page`` alone.
    ///
    /// - Parameter extra: what the store keeps for the feed.
    package func addresses(_ extra: Data?) -> FeedAddresses {
        discoverableFeed?.storedAddresses(extra) ?? FeedAddresses(page: page)
    }

    /// ``page`` as it is now: the feed may have moved. Blocks the calling thread on the store.
    package func currentPage(in environment: FeedEnvironment) throws -> URL? {
        guard let feed = discoverableFeed else { return page }
        return feed.storedAddresses(try environment.store.snapshot(of: key, order: .newest, limit: 0).extra).document
    }
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
