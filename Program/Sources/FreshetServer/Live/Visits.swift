import Feeds
import Platform
import Synchronization

/// Records visits to feeds, at most once a minute for each feed.
final class Visits: Sendable {
    private static let interval: TimeInterval = 60

    private let environment: FeedEnvironment
    // Requests on many threads share the dates.
    private let dates = Mutex<[Feed: Date]>([:])

    init(_ environment: FeedEnvironment) { self.environment = environment }

    /// Records a visit to a feed. Blocks the calling thread.
    func note(_ feed: Feed) throws {
        let now = environment.now()
        let isDue = dates.withLock { dates in
            if let date = dates[feed], abs(now.timeIntervalSince(date)) < Self.interval { return false }
            if dates.count >= 1000 { dates = [:] }
            dates[feed] = now
            return true
        }
        if isDue { try environment.visit(feed.key) }
    }
}
