public import FeedStore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why no request was made though one was asked for.
public struct Deferral: Error, Sendable, Hashable {
    /// When the next request is allowed.
    public var until: Date
    /// By which rule.
    public var rule: PollRule

    /// A followed feed that is asked only when somebody insists.
    static var onRequest: Deferral { Deferral(until: .distantFuture, rule: .chosenInterval) }

    /// Whether the feed is asked only when somebody insists.
    public var isOnRequest: Bool { self == .onRequest }

    /// No request before `until`.
    public init(until: Date, rule: PollRule) {
        self.until = until
        self.rule = rule
    }
}
