public import FeedStore
public import Platform

/// Why no request was made.
public struct Deferral: Error, Sendable, Hashable {
    /// When the next request is allowed.
    public var until: Date
    /// The rule that forbids one before then.
    public var rule: PollRule

    /// The deferral of a feed with the interval `never`, which only an explicit refresh requests.
    static var onRequest: Deferral { Deferral(until: .distantFuture, rule: .chosenInterval) }

    /// Whether only an explicit refresh makes requests.
    public var isOnRequest: Bool { self == .onRequest }

    /// No request before `until`, by a rule.
    public init(until: Date, rule: PollRule) {
        self.until = until
        self.rule = rule
    }
}
