import FeedStore
import FreshetHTTP
import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// When the next request is allowed, and by which rule: the one that forbids it longest.
struct NextRequest: Hashable {
    var date: Date
    var rule: PollRule

    init(date: Date, rule: PollRule) {
        self.date = date
        self.rule = rule
    }

    /// Reads the rules out of an answer; our own spacing, or the interval that the reader chose, is the least of them.
    init(after headers: HTTPFields, at now: Date, spacing: TimeInterval, chosen: TimeInterval?) {
        var latest = chosen.map { (date: now + $0, rule: PollRule.chosenInterval) } ?? (now + spacing, .spacing)
        func consider(_ seconds: TimeInterval?, _ rule: PollRule) {
            if let seconds, now + seconds >= latest.date { latest = (now + seconds, rule) }
        }
        consider(CacheControl(headers)?.maxAge.map(TimeInterval.init), .cacheControl)
        consider((PollInterval(headers)?.seconds).map(TimeInterval.init), .pollInterval)
        (date, rule) = (latest.date, latest.rule)
    }
}
