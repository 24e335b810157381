#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How long to leave a web feed alone: an hour, and longer where the feed asks for it or rarely changes.
struct FeedPause {
    /// An hour.
    static let usual: TimeInterval = 3600
    private static let longest: TimeInterval = 86_400

    /// Seconds until the next poll, an hour to a day unless the reader chose.
    let seconds: TimeInterval

    /// - Parameters:
    ///   - newest: when the newest item was published; a feed without one rarely changes.
    ///   - chosen: the seconds that the reader chose, in the place of all but what the feed asks for.
    init(_ pacing: WebFeedPacing, newest: Date?, now: Date, chosen: TimeInterval? = nil) {
        // What was last changed ten days ago can wait for a day.
        let age = newest.map { max(0, now.timeIntervalSince($0)) } ?? Self.longest
        let wishes = [pacing.ttl, pacing.updateInterval].compactMap { $0 }.map(TimeInterval.init)
        let own = chosen ?? min(max(Self.usual, age / 10), Self.longest)
        let bounded = max(own, min(wishes.max() ?? 0, Self.longest))
        seconds = min(bounded + Self.skipped(pacing, after: now + bounded), 2 * Self.longest)
    }

    /// Seconds from an instant to the first hour that the feed doesn't ask to be skipped; 0 where it asks for all of them.
    private static func skipped(_ pacing: WebFeedPacing, after date: Date) -> TimeInterval {
        let hour = Int((date.timeIntervalSince1970 / 3600).rounded(.down))
        for offset in 0..<24 * 7 {
            // 1 January 1970 was a Thursday.
            let (hourOfDay, weekday) = ((hour + offset) % 24, ((hour + offset) / 24 + 4) % 7)
            if pacing.skipHours.contains(hourOfDay) || pacing.skipDays.contains(weekday) { continue }
            return offset == 0 ? 0 : TimeInterval((hour + offset) * 3600) - date.timeIntervalSince1970
        }
        return 0
    }
}
