import FeedStore
import Platform

/// Why no request was made.
package struct Deferral: Error, Sendable, Hashable {
    /// When the next request is allowed.
    package var until: Date
    /// The rule that forbids one before then.
    package var rule: PollRule

    /// The deferral of a feed with the interval `never`, which only an explicit refresh requests.
    static var onRequest: Deferral { Deferral(until: .distantFuture, rule: .chosenInterval) }

    /// Whether only an explicit refresh makes requests.
    package var isOnRequest: Bool { self == .onRequest }

    /// No request before `until`, by a rule.
    package init(until: Date, rule: PollRule) {
        self.until = until
        self.rule = rule
    }
}
