import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import Platform
import Synchronization

/// Refreshes feeds now, unless a limit forbids it, with at most 16 requests in flight, and reports failures.
struct RefreshRun {
    /// The maximum number of requests in flight.
    private static let maximumRequests = 16
    /// The maximum number of refreshes. More than the requests in flight, so that others can be decoded and stored.
    private static let maximumRefreshes = 48

    let feeds: [Feed]
    let color: ColorChoice?
    let environment: FeedEnvironment
    let context: CommandContext

    func run() throws -> ExitStatus {
        let end = BlockingResult<ExitStatus?>()
        let states = Mutex<[(feed: Feed, state: FeedState)]>([])
        let progress = ProgressLine(
            descriptor: STDERR_FILENO, environment: context.variables,
            rendering: Rendering(context, color, STDERR_FILENO))
        let interruption = Interruption { end.finish(.success($0)) }
        let total = feeds.count
        var limited = environment
        limited.transport = LimitedTransport(environment.transport, limit: Self.maximumRequests)
        let looks = feeds.map { feed in
            feed.look(FeedRequest(limit: feed.controls.limit, mode: .insisting), in: limited).takeLast(1).map {
                (feed, $0)
            }
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

    /// Names each feed that failed, and why new items couldn't be stored; the status is the first failure's.
    private func report(_ states: [(feed: Feed, state: FeedState)]) -> ExitStatus {
        var status = ExitStatus.success
        var reported: Set<FeedStoreError> = []
        for (feed, state) in states {
            if let error = state.storeError {
                if reported.insert(error).inserted { context.complain(error.description) }
                if status == .success { status = .failure }
            }
            guard let error = state.freshness.error else { continue }
            context.complain("\(feed.title) couldn't be refreshed: \(error.message).")
            if status == .success { status = ExitStatus(error) }
        }
        return status
    }
}
