import FeedStore
import Freshet
import WebText

/// A feed of any kind: emits stored items immediately, then what the upstream returns.
package struct Feed: Sendable {
    /// The feed's description.
    package let description: any FeedDescription

    /// A feed with that description.
    package init(_ description: some FeedDescription) { self.description = description }

    /// Shows the stored items, then refreshes the feed once.
    /// ```
    /// offline     s|
    /// otherwise   s-r-r-r-f|     stored, refreshing (with the items received so far), fresh or stale
    /// ```
    /// - Ends: after the refresh; an upstream's failure is a state, not an error. Fails with a ``FeedStoreError`` if the store can't be read.
    /// - Runs on: a scheduler of its own; see ``FeedEnvironment/makeScheduler``.
    /// - Keeps: nothing. Disposal cancels the requests; what hasn't been committed is lost.
    package func look(_ request: FeedRequest = FeedRequest(), in environment: FeedEnvironment) -> Observable<FeedState>
    {
        Look(description, environment, request).states
    }

    /// Refreshes the feed when the ledger allows it or `refresh` emits.
    ///
    /// Shared: ten subscribers cost one poll. Requests stop with the last subscription.
    /// - Ends: never; fails with a ``FeedStoreError`` if the store can't be read.
    /// - Runs on: a scheduler of its own; see ``FeedEnvironment/makeScheduler``.
    /// - Keeps: the newest state, for later subscribers.
    package func watch(
        _ request: FeedRequest = FeedRequest(), refresh: Observable<Void> = .never(), in environment: FeedEnvironment
    ) -> Observable<FeedState> {
        Watch(description, environment, request, refresh: refresh).states
            .share(replay: 1, scope: .whileConnected)
    }
}

extension Feed {
    /// The feed's key in the store.
    package var key: FeedKey { description.key }
    /// The parts of its path, without percent encoding.
    package var path: [String] { description.path }
    /// The path as text, percent-encoded. Names keep their case: `github/Octocat/Hello`.
    package var encodedPath: String { path.map(\.percentEncoded).joined(separator: "/") }
    /// The upstream that it requests.
    package var upstream: Upstream { type(of: description).upstream }
    /// The title for readers.
    package var title: String { description.title }
    /// A sentence about what the feed contains.
    package var summary: String { description.summary }
    /// The filters and orders that readers can choose.
    package var controls: FeedControls { description.controls }
    /// The columns of its table.
    package var columns: [EntryColumn] { type(of: description).columns }
}

extension Feed: Hashable {
    /// Whether both have the same key, which ignores the case of names.
    package static func == (one: Feed, other: Feed) -> Bool { one.key == other.key }

    /// Hashes the key.
    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
