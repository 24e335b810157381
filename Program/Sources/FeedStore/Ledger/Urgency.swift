/// The waits that a request ignores.
package enum Urgency: Sendable, Hashable, CaseIterable {
    /// None.
    case polite
    /// All but limits (``PollRule/isLimit``): the stored items don't suffice, or the request follows one that was allowed.
    case needed
    /// All but limits, and limits after an hour: for an explicit refresh, at most every ten seconds.
    case insisting
}
