import Platform

/// The answer to a claim on an endpoint.
package enum Claim: Sendable, Hashable {
    /// The endpoint may be requested, and no other process may request it until the lease ends.
    case granted(Grant)
    /// No request is allowed before the date, by the rule that forbids it longest.
    case notBefore(Date, PollRule)
    /// Another process is requesting it. The response will be in the store, or the lease ends at the date.
    case leased(until: Date)
}

/// The right to request an endpoint once.
package struct Grant: Sendable, Hashable {
    /// The endpoint.
    package let endpoint: Endpoint
    /// The date when the lease ends.
    package let until: Date
    /// The previous request, with the validators to send; nil if there was none.
    package let previous: LedgerEntry?

    /// Creates a grant.
    package init(endpoint: Endpoint, until: Date, previous: LedgerEntry?) {
        self.endpoint = endpoint
        self.until = until
        self.previous = previous
    }
}
