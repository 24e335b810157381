/// Which waits a request ignores.
public enum Urgency: Sendable, Hashable, CaseIterable {
    /// None.
    case polite
    /// All but limits (``PollRule/isLimit``): what is stored isn't enough, or the request belongs to one that was allowed.
    case needed
    /// All but limits, and limits too once they have lasted an hour, for a person who insists; once in ten seconds.
    case insisting
}
