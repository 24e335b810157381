public import FeedStore
public import Freshet
import WebText

/// A feed of any kind: emits stored items at once, then what the upstream returns.
public struct Feed: Sendable {
    /// Its description.
    public let description: any FeedDescription

    /// The feed of that description.
    public init(_ description: some FeedDescription) { self.description = description }

    /// One look at the feed.
    /// ```
    /// offline     s|
    /// otherwise   s-r-r-r-f|     stored, refreshing (what has arrived grows), fresh or stale
    /// ```
    /// - Ends: after the refresh; a failure of the upstream is a state, not an error. Fails with a ``FeedStoreError`` when nothing can be read.
    /// - Runs on: a scheduler of its own; see ``FeedEnvironment/makeScheduler``.
    /// - Keeps: nothing. Disposal cancels the requests; what hasn't been committed is lost.
    public func look(_ request: FeedRequest = FeedRequest(), in environment: FeedEnvironment) -> Observable<FeedState> {
        Look(description, environment, request).states
    }

    /// The feed as long as anybody watches: a look, and again whenever the ledger allows it, or `refresh` delivers.
    ///
    /// Shared: ten subscribers cost one poll, and nothing is asked when nobody is left.
    /// - Ends: never; fails with a ``FeedStoreError`` when nothing can be read any more.
    /// - Runs on: a scheduler of its own; see ``FeedEnvironment/makeScheduler``.
    /// - Keeps: the newest state, for later subscribers.
    public func watch(
        _ request: FeedRequest = FeedRequest(), refresh: Observable<Void> = .never(), in environment: FeedEnvironment
    ) -> Observable<FeedState> {
        Watch(description, environment, request, refresh).states.share(replay: 1, scope: .whileConnected)
    }
}

extension Feed {
    /// The feed's name in the store.
    public var key: FeedKey { description.key }
    /// The parts of its path, without percent encoding.
    public var path: [String] { description.path }
    /// The path as text, percent-encoded, with the capitals of names kept: `github/Octocat/Hello`.
    public var encodedPath: String { path.map(\.percentEncoded).joined(separator: "/") }
    /// Whom it asks.
    public var upstream: Upstream { type(of: description).upstream }
    /// The name for people.
    public var title: String { description.title }
    /// What a reader finds there, in a sentence.
    public var summary: String { description.summary }
    /// What a reader may choose among its items.
    public var controls: FeedControls { description.controls }
    /// The columns of its table.
    public var columns: [EntryColumn] { type(of: description).columns }
}

extension Feed: Hashable {
    /// Whether both have the same key; capitals in names may differ.
    public static func == (one: Feed, other: Feed) -> Bool { one.key == other.key }

    /// Hashes the key.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
