import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Refreshes feeds with at most 16 requests in flight, as far as their upstreams allow it, and reports those that failed.
struct RefreshRun {
    /// The maximum number of requests in flight.
    private static let maximumRequests = 16
    /// The maximum number of refreshes; those beyond the requests are decoded and stored meanwhile.
    private static let maximumRefreshes = 48

    let feeds: [Feed]
    let color: ColorChoice?
    let environment: FeedEnvironment
    let surroundings: Surroundings

    func run() throws -> ExitStatus {
        let end = BlockingResult<ExitStatus?>()
        let states = Mutex<[(feed: Feed, state: FeedState)]>([])
        let progress = ProgressLine(
            descriptor: STDERR_FILENO, environment: surroundings.environment,
            rendering: Rendering(surroundings, color, STDERR_FILENO))
        let interruption = Interruption { end.finish(.success($0)) }
        let total = feeds.count
        var limited = environment
        limited.transport = LimitedTransport(environment.transport, limit: Self.maximumRequests)
        let looks = feeds.map { feed in
            feed.look(FeedRequest(limit: feed.controls.limit), in: limited).takeLast(1).map { (feed, $0) }
        }
        let subscription = Observable.from(looks).merge(maxConcurrent: Self.maximumRefreshes).subscribe(
            onNext: { feed, state in
                let done = states.withLock { states in
                    states.append((feed, state))
                    return states.count
                }
                progress.show(.counted(done, of: total, "feeds"))
            },
            onError: { end.finish(.failure($0)) },
            onCompleted: { end.finish(.success(nil)) })
        defer {
            subscription.dispose()
            progress.clear()
            withExtendedLifetime(interruption) {}
        }
        if let status = try end.wait() { return status }
        progress.clear()
        return report(states.withLock { $0 })
    }

    /// Names each feed that failed; the status is the first failure's.
    private func report(_ states: [(feed: Feed, state: FeedState)]) -> ExitStatus {
        var status = ExitStatus.success
        for (feed, state) in states {
            guard let error = state.freshness.error else { continue }
            surroundings.complain("\(feed.title) couldn't be refreshed: \(error.message).")
            if status == .success { status = ExitStatus(error) }
        }
        return status
    }
}
