/// How often a feed asks to be fetched.
public struct WebFeedPacing: Codable, Hashable, Sendable {
    /// Seconds for which a copy is fresh (RSS `ttl`).
    public var ttl: Int?
    /// Hours in UTC, 0 to 23, in which the feed isn't updated.
    public var skipHours: Set<Int> = []
    /// Weekdays in UTC on which the feed isn't updated; 0 is Sunday.
    public var skipDays: Set<Int> = []
    /// Seconds between updates (`sy:updatePeriod` divided by `sy:updateFrequency`).
    public var updateInterval: Int?

    /// Without any wishes.
    public init() {}
}
