/// How often a feed asks to be fetched.
package struct WebFeedPacing: Codable, Hashable, Sendable {
    /// Seconds for which a copy is fresh (RSS `ttl`).
    package var ttl: Int?
    /// Hours in UTC, 0 to 23, in which the feed isn't updated.
    package var skipHours: Set<Int> = []
    /// Weekdays in UTC on which the feed isn't updated; 0 is Sunday.
    package var skipDays: Set<Int> = []
    /// Seconds between updates (`sy:updatePeriod` divided by `sy:updateFrequency`).
    package var updateInterval: Int?

    /// Without any wishes.
    package init() {}
}
