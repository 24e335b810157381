import FeedStore
import Freshet
import FreshetHTTP
import HTTPTypes

/// What is particular to one kind of feed: how it is fetched, and how what is stored becomes what is shown.
protocol FeedSource<Item>: Sendable {
    associatedtype Item: FeedItem

    /// The feed's name in the store.
    var key: FeedKey { get }

    /// How a request of this feed is entered into the ledger.
    @Sendable func accounting(for request: HTTPRequest) -> Accounting

    /// Whether what is stored is enough to answer the request, once it is fresh; if not, our own spacing forbids nothing.
    func covers(_ request: FeedRequest, _ snapshot: Snapshot) -> Bool

    /// What the store keeps of this feed.
    func stored(_ context: FeedContext) throws -> StoredFeed<Item>

    /// Seconds between two refreshes of a feed that is watched, so that the others get their part of a limit.
    func spacing(_ environment: FeedEnvironment) throws -> Double

    /// Fetches, and tells what has arrived as it does. Fails with ``Abstention`` where nothing may be asked now.
    func refresh(_ context: RefreshContext<Item>) -> Observable<RefreshStep<Item>>
}

extension FeedSource {
    func covers(_ request: FeedRequest, _ snapshot: Snapshot) -> Bool { true }
    func spacing(_ environment: FeedEnvironment) throws -> Double { 0 }
}

/// With what a feed is read.
struct FeedContext: Sendable {
    let environment: FeedEnvironment
    let request: FeedRequest
}

/// With what a feed is refreshed.
struct RefreshContext<Item: FeedItem>: Sendable {
    let environment: FeedEnvironment
    let request: FeedRequest
    /// What was stored when the refresh began.
    let stored: StoredFeed<Item>
    /// Makes the requests.
    let accountant: Accountant
}

/// What the store keeps of a feed.
struct StoredFeed<Item: FeedItem>: Sendable {
    /// In the order of the feed, no more than were asked for.
    var items: [ShownItem<Item>]
    /// How many there are in all.
    var total: Int
    /// How many of those that were read this version does not understand.
    var unreadable = 0
    /// All else that the store knows of the feed.
    var snapshot: Snapshot
}

/// What a refresh tells.
enum RefreshStep<Item: FeedItem>: Sendable {
    /// All that has arrived so far, in the order of the feed, and the ids of what is no news though it was not stored.
    case arrived([Item], Progress?, seen: Set<String> = [])
    /// The end, with what is to be stored.
    case done(RefreshResult)
}

/// How a refresh ended.
struct RefreshResult: Sendable {
    /// What is to be stored, in one transaction.
    var refreshes: [Refresh]
    /// What went wrong without making the feed stale.
    var remarks: [String] = []
    /// Why nothing was asked, where what is stored is still fresh by a rule.
    var abstention: Abstention?
    /// Why the feed is stale though something arrived.
    var error: FeedError?
}
