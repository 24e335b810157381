public import Platform

/// The answer to a claim on an endpoint.
public enum Claim: Sendable, Hashable {
    /// The endpoint may be requested, and no other process may request it until the lease ends.
    case granted(Grant)
    /// No request is allowed before the date, by the rule that forbids it longest.
    case notBefore(Date, PollRule)
    /// Another process is requesting it. The response will be in the store, or the lease ends at the date.
    case leased(until: Date)
}

/// The right to request an endpoint once.
public struct Grant: Sendable, Hashable {
    /// The endpoint.
    public let endpoint: Endpoint
    /// When the lease ends.
    public let until: Date
    /// The previous request, with the validators to send; nil if there was none.
    public let previous: LedgerEntry?

    /// Creates a grant.
    public init(endpoint: Endpoint, until: Date, previous: LedgerEntry?) {
        self.endpoint = endpoint
        self.until = until
        self.previous = previous
    }
}
