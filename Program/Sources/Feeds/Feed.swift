import FeedStore
import Freshet
import Search
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
    package func load(_ request: FeedRequest = FeedRequest(), in environment: FeedEnvironment) -> Observable<FeedState>
    {
        FeedLoad(description, environment, request).states
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
    /// Compares the keys, which ignore the case of names.
    package static func == (one: Feed, other: Feed) -> Bool { one.key == other.key }

    /// Hashes the key.
    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension Feed {
    /// A form in which a server gives it to feed readers, by what ends its address.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        /// JSON Feed.
        case json = ".json"
        /// Atom.
        case atom = ".atom"
    }

    /// The path of the feed's page on a server, percent-encoded.
    package var address: String { Self.address(path) }

    /// The path on a server of the page of the feed with that path.
    package static func address(_ path: [String]) -> String {
        let text = "/" + path.map(\.percentEncoded).joined(separator: "/")
        guard let suffix = Format.allCases.first(where: { text.hasSuffix($0.rawValue) }) else { return text }
        // A written dot would begin another form of the feed.
        return text.dropLast(suffix.rawValue.count) + "%2E" + suffix.rawValue.dropFirst()
    }
}

extension FeedKey {
    /// The key as people read and type it: the web address if that is the key's last part, or else the key itself.
    package var address: String {
        guard let last = rawValue.split(separator: "/").last, last.contains("%"),
            let decoded = String(last).percentDecoded, decoded.contains("://")
        else { return rawValue }
        return decoded
    }
}

extension Rule {
    /// The rule with the addresses of feeds in place of their keys. Commands accept it like the rule's own text.
    package var readableText: String { Self.readable(text) }

    /// ``search`` with the addresses of feeds in place of their keys.
    package var readableSearch: String? { search.map(Self.readable) }

    private static func readable(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            guard let filter = ["in:", "-in:"].first(where: { word.hasPrefix($0) }) else { return String(word) }
            return filter + FeedKey(String(word.dropFirst(filter.count))).address
        }.joined(separator: " ")
    }
}

/// The part of a feed to show, and the permission to make requests for it.
package struct FeedRequest: Sendable, Hashable {
    /// The condition for requests.
    package enum Mode: Sendable, Hashable {
        /// Never: show only stored items.
        case offline
        /// Only when the ledger allows it.
        case scheduled
        /// Now, unless a rate limit forbids it.
        case forced
        /// Now, unless a rate limit forbids it: a hub said that something is new.
        case notified
    }

    /// The maximum number of items to show.
    package var limit: Int
    /// The number of items to leave out before the first one.
    package var offset: Int
    /// The condition for requests.
    package var mode: Mode
    /// The order of the items; nil for the feed's default.
    package var order: ItemOrder?
    /// The number of days back, for feeds with a time window; nil for the default.
    package var days: Int?
    /// The filter of the items to show.
    package var filter: ItemFilter

    /// A scheduled request for at most `limit` items by default.
    /// - Precondition: `limit` is positive.
    package init(
        limit: Int = 50, offset: Int = 0, mode: Mode = .scheduled, order: ItemOrder? = nil, days: Int? = nil,
        filter: ItemFilter = ItemFilter()
    ) {
        precondition(limit > 0, "`limit` must be positive.")
        self.limit = limit
        self.offset = offset
        self.mode = mode
        self.order = order
        self.days = days
        self.filter = filter
    }
}
