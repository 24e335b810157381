import FeedStore
import Platform

/// The pause before a web feed is polled again: an hour, or longer if the feed asks for it or rarely changes.
struct FeedPause {
    /// An hour.
    static let usual: TimeInterval = 3600
    /// A day.
    static let longest: TimeInterval = 86_400

    /// Seconds until the next poll: an hour to a day, unless the reader chose an interval.
    let seconds: TimeInterval
    /// The rule for the pause: the feed's own wish if Freshet's interval isn't longer.
    let rule: PollRule

    /// - Parameters:
    ///   - newest: the date of the newest item; a feed without dates rarely changes.
    ///   - interval: the readers' interval, which only the feed's own wishes exceed.
    init(_ pacing: WebFeedPacing, newest: Date?, now: Date, interval: FeedInterval = FeedInterval([])) {
        // A tenth of the time since the last change: after ten days, a day.
        let age = newest.map { max(0, now.timeIntervalSince($0)) } ?? Self.longest
        let wishes = [pacing.ttl, pacing.updateInterval].compactMap { $0 }.map(TimeInterval.init)
        let standard = min(max(Self.usual, age / 10), Self.longest)
        let chosen = interval.seconds(default: standard)
        let own = chosen ?? standard
        let wish = min(wishes.max() ?? 0, Self.longest)
        let bounded = max(own, wish)
        let skipped = Self.skipped(pacing, after: now + bounded)
        seconds = min(bounded + skipped, 2 * Self.longest)
        rule = wish >= own || skipped > 0 ? .feed : chosen == nil ? .spacing : .chosenInterval
    }

    /// Seconds from a date to the first hour that the feed doesn't skip; 0 if it skips all hours.
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
