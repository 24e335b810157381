#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The answer to whether an endpoint may be asked now.
public enum Claim: Sendable, Hashable {
    /// It may, and until the lease ends nobody else may.
    case granted(Grant)
    /// Not before the instant, by the rule that forbids it longest.
    case notBefore(Date, PollRule)
    /// Somebody else is asking right now: the answer will be in the store, at the latest when the lease ends.
    case leased(until: Date)
}

/// The right to ask an endpoint once.
public struct Grant: Sendable, Hashable {
    /// What may be asked.
    public let endpoint: Endpoint
    /// Until when nobody else may.
    public let until: Date
    /// How the request before went, with the validators to send; nil when there was none.
    public let previous: LedgerEntry?

    /// Puts together a grant, as another store or a test does.
    public init(endpoint: Endpoint, until: Date, previous: LedgerEntry?) {
        self.endpoint = endpoint
        self.until = until
        self.previous = previous
    }
}
