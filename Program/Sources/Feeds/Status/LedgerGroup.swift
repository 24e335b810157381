import FeedStore
import Platform

/// The requests for one feed with one token, or without one.
package struct LedgerGroup {
    /// The entry that decides when the next request is allowed.
    package let leading: LedgerEntry
    /// The entry with the worst outcome.
    package let worst: LedgerEntry
    /// When the last request was made.
    package let requestedAt: Date
    /// The number of requests.
    package let requests: Int

    private init?(_ entries: [LedgerEntry]) {
        func isLater(_ lhs: LedgerEntry, _ rhs: LedgerEntry) -> Bool {
            (lhs.nextAllowedAt ?? .distantPast, lhs.requestedAt) < (rhs.nextAllowedAt ?? .distantPast, rhs.requestedAt)
        }
        guard let leading = entries.max(by: isLater) else { return nil }
        self.leading = leading
        worst = entries.first { $0.hasFailed } ?? leading
        requestedAt = entries.map(\.requestedAt).max() ?? leading.requestedAt
        requests = entries.reduce(0) { $0 + $1.requests }
    }

    /// The groups in the order of their first entries.
    package static func all(_ entries: [LedgerEntry]) -> [LedgerGroup] {
        struct Owner: Hashable {
            let feed: FeedKey
            let requester: String
        }
        var order: [Owner] = []
        var groups: [Owner: [LedgerEntry]] = [:]
        for entry in entries {
            let owner = Owner(feed: entry.feed, requester: entry.endpoint.requester)
            if groups[owner] == nil { order.append(owner) }
            groups[owner, default: []].append(entry)
        }
        return order.compactMap { LedgerGroup(groups[$0] ?? []) }
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
