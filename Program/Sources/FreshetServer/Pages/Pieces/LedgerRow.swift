import FeedStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The requests for one feed by one requester.
struct LedgerRow {
    /// The entry that decides when the next request is allowed.
    let leading: LedgerEntry
    /// The entry with the worst outcome.
    let worst: LedgerEntry
    /// When the last request was made.
    let requestedAt: Date
    /// The number of requests.
    let requests: Int

    private init(_ first: LedgerEntry, _ entries: [LedgerEntry]) {
        leading =
            entries.max {
                ($0.nextAllowedAt ?? .distantPast, $0.requestedAt) < ($1.nextAllowedAt ?? .distantPast, $1.requestedAt)
            } ?? first
        worst = entries.first(where: \.hasFailed) ?? leading
        requestedAt = entries.map(\.requestedAt).max() ?? first.requestedAt
        requests = entries.reduce(0) { $0 + $1.requests }
    }

    /// One for each feed and requester, in the order of their first entries.
    static func all(_ entries: [LedgerEntry]) -> [LedgerRow] {
        struct Owner: Hashable {
            let feed: FeedKey
            let requester: String
        }
        let groups = Dictionary(grouping: entries) { Owner(feed: $0.feed, requester: $0.endpoint.requester) }
        var seen: Set<Owner> = []
        return entries.compactMap { entry in
            let owner = Owner(feed: entry.feed, requester: entry.endpoint.requester)
            return seen.insert(owner).inserted ? LedgerRow(entry, groups[owner] ?? [entry]) : nil
        }
    }
}

extension LedgerEntry {
    fileprivate var hasFailed: Bool {
        switch outcome {
        case .status(let code): code >= 400
        case .failure: true
        }
    }
}
