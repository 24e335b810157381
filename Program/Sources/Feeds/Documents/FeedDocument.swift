import WebText

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A feed's state as programs read it: `docs/json.md` tells the fields, which only grow in number.
public struct FeedDocument<Item: DocumentedItem>: Encodable, Sendable {
    /// How an error reads.
    struct Problem: Encodable {
        let kind: String
        let message: String
        let retryAt: OrNull<String>
    }

    private enum Keys: CodingKey { case feed, status, fetchedAt, error, skipped, items }

    private let feed: String
    private let state: FeedState<Item>

    /// The state of the feed of that name.
    ///
    /// While a refresh goes on the status is `stored`.
    public init(feed: String, _ state: FeedState<Item>) {
        self.feed = feed
        self.state = state
    }

    /// Writes every field; what is not known is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(feed, forKey: .feed)
        try container.encode(state.standing.status, forKey: .status)
        try container.encode(state.fetchedAt.map(\.internetDateTime), forKey: .fetchedAt)
        let problem = state.standing.error.map {
            Problem(kind: $0.kind, message: $0.message, retryAt: OrNull($0.retryAt?.internetDateTime))
        }
        try container.encode(problem, forKey: .error)
        try container.encode(state.skipped, forKey: .skipped)
        try container.encode(state.items.map(\.item.document), forKey: .items)
    }

    /// The document as one line of JSON, its keys in alphabetical order.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }
}

/// An item that programs can read.
public protocol DocumentedItem: FeedItem {
    /// Its form for programs.
    associatedtype Document: Encodable, Sendable
    /// Its form for programs.
    var document: Document { get }
}

extension Standing {
    /// The word for programs.
    var status: String {
        switch self {
        case .stored, .refreshing: "stored"
        case .fresh: "fresh"
        case .stale: "stale"
        }
    }
}
