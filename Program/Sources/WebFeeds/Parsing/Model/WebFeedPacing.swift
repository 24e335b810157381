/// What a feed says about how often to fetch it.
public struct WebFeedPacing: Codable, Hashable, Sendable {
    /// Seconds for which a copy stays fresh (RSS `ttl`).
    public var ttl: Int?
    /// Hours in UTC, 0 to 23, in which the feed doesn't change.
    public var skipHours: Set<Int> = []
    /// Weekdays in UTC on which the feed doesn't change; 0 is Sunday.
    public var skipDays: Set<Int> = []
    /// Seconds between updates (`sy:updatePeriod` divided by `sy:updateFrequency`).
    public var updateInterval: Int?

    /// A feed that says nothing.
    public init() {}
}
