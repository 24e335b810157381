import Platform

/// How often a feed is refreshed, which several accounts may follow: at the shortest of their intervals.
package struct FeedInterval: Sendable, Hashable {
    /// The shortest interval that an account chose; nil if none did.
    package let chosen: FollowSettings.PollInterval?
    /// Whether an account follows the feed at its default interval, so that a longer one doesn't apply.
    package let hasDefault: Bool

    /// An interval.
    ///
    /// - Parameter followers: the intervals of the accounts that follow the feed; nil for its default one.
    package init(_ followers: [FollowSettings.PollInterval?]) {
        let shortest = followers.compactMap { $0?.seconds }.min()
        hasDefault = followers.contains(nil)
        if let shortest {
            chosen = .seconds(Int(shortest))
        } else {
            chosen = hasDefault || followers.isEmpty ? nil : .never
        }
    }

    /// Whether the feed is refreshed only on request.
    package var isNever: Bool { chosen == .never }

    /// The chosen number of seconds; nil if the default interval applies.
    package func seconds(default standard: TimeInterval) -> TimeInterval? {
        guard let seconds = chosen?.seconds, !hasDefault || seconds < standard else { return nil }
        return seconds
    }
}
