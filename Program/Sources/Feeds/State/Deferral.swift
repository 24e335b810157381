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

    /// No request before `until`.
    public init(until: Date, rule: PollRule) {
        self.until = until
        self.rule = rule
    }
}
