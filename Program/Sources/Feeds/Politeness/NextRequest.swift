import FeedStore
import FreshetHTTP
import HTTPTypes
import Platform

/// When the next request is allowed, by the rule that forbids it longest.
struct NextRequest: Hashable {
    var date: Date
    var rule: PollRule

    init(date: Date, rule: PollRule) {
        self.date = date
        self.rule = rule
    }

    /// Reads the rules from a response, which may ask for up to a day. Freshet's interval, or the reader's, is the minimum.
    init(after headers: HTTPFields, at now: Date, spacing: TimeInterval, chosen: TimeInterval?) {
        var latest = chosen.map { (date: now + $0, rule: PollRule.chosenInterval) } ?? (now + spacing, .spacing)
        func consider(_ seconds: TimeInterval?, _ rule: PollRule) {
            guard let seconds else { return }
            let date = now + min(seconds, Waiting.longestWait)
            if date >= latest.date { latest = (date, rule) }
        }
        consider(CacheControl(headers)?.maxAge.map(TimeInterval.init), .cacheControl)
        consider(Expires(headers, at: now)?.seconds, .expires)
        consider((PollInterval(headers)?.seconds).map(TimeInterval.init), .pollInterval)
        (date, rule) = (latest.date, latest.rule)
    }
}
