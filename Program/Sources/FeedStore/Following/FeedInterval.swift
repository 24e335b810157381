public import Platform

/// How often a feed is refreshed, which several accounts may follow: at the shortest of their intervals.
public struct FeedInterval: Sendable, Hashable {
    /// The shortest interval that an account chose; nil if none did.
    public let chosen: FollowSettings.PollInterval?
    /// Whether an account follows the feed at its default interval, so that a longer one doesn't apply.
    public let hasDefault: Bool

    /// An interval.
    ///
    /// - Parameter followers: the intervals of the accounts that follow the feed; nil for its default one.
    public init(_ followers: [FollowSettings.PollInterval?]) {
        let shortest = followers.compactMap { $0?.seconds }.min()
        hasDefault = followers.contains(nil)
        if let shortest {
            chosen = .seconds(Int(shortest))
        } else {
            chosen = hasDefault || followers.isEmpty ? nil : .never
        }
    }

    /// Whether the feed is refreshed only on request.
    public var isNever: Bool { chosen == .never }

    /// The chosen number of seconds; nil if the default interval applies.
    public func seconds(default standard: TimeInterval) -> TimeInterval? {
        guard let seconds = chosen?.seconds, !hasDefault || seconds < standard else { return nil }
        return seconds
    }
}
