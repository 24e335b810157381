import FeedStore

extension PollRule {
    /// The rule in words, for a sentence or a table: a rule of the upstream's by the name of its header.
    package var words: String {
        switch self {
        case .spacing: "Freshet's interval"
        case .chosenInterval: "the interval you chose"
        case .backoff: "Freshet's backoff after refusals"
        case .feed: "the interval that the feed asks for"
        case .webSub: "the interval of feeds that a hub delivers"
        case .pollInterval, .retryAfter, .cacheControl, .expires, .rateLimitReset: rawValue
        }
    }
}
