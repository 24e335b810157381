import FeedStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What each GitHub feed that was asked for within an hour, the period of GitHub's limit, gets of what is left of the limit.
struct GitHubBudget: Sendable {
    private static let period: TimeInterval = 3600

    /// What somebody without a token should know when the limit is used up.
    static let tokenAdvice =
        "without a token GitHub answers 60 requests an hour, all together that come from one address; with one in GH_TOKEN it is 5,000"

    /// Seconds between two refreshes of one feed, if all of them go on.
    let spacing: TimeInterval

    init(_ environment: FeedEnvironment) throws {
        let requester = Requester(token: environment.gitHubToken)
        try self.init(
            environment.store.ledger(), environment.store.quotas(), requester: requester, now: environment.now())
    }

    init(_ entries: [LedgerEntry], _ quotas: [Quota], requester: Requester, now: Date) {
        let recent = entries.filter { entry in
            entry.feed.isGitHub && entry.endpoint.requester == requester.name && entry.nextAllowedAt != nil
                && now.timeIntervalSince(entry.requestedAt) < Self.period
        }
        // A look at what is trending asks for the events of five repositories.
        let requests = Set(recent.map(\.feed)).reduce(0) { $0 + ($1.rawValue.hasPrefix("github/trending/") ? 5 : 1) }
        let core = quotas.filter { $0.key.requester == requester.name && $0.key.resource == "core" }
            .max { $0.seenAt < $1.seenAt }
        let limit = TimeInterval(max(1, core?.limit ?? (requester == .anonymous ? 60 : 5000)))
        var pause = Self.period / limit
        if let core, core.resetAt > now {
            let rest = core.resetAt.timeIntervalSince(now)
            pause = core.remaining > 0 ? rest / TimeInterval(core.remaining) : rest
        }
        spacing = pause * TimeInterval(requests)
    }
}
