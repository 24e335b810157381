import FeedStore
import Feeds
import Freshet
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Refreshes feeds, 16 at a time, as far as their upstreams allow it, and reports those that failed.
struct RefreshRun {
    let feeds: [Feed]
    let color: ColorChoice
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
        let looks = feeds.map { feed in
            feed.look(FeedRequest(limit: feed.controls.limit), in: environment).takeLast(1).map { (feed, $0) }
        }
        let subscription = Observable.from(looks).merge(maxConcurrent: 16).subscribe(
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
