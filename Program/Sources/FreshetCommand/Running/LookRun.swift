import Dispatch
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

/// Shows a feed once: on a terminal what is stored at once, then in its place what is fresh; in a pipe the end alone.
struct LookRun<Item: PresentableItem>: Sendable {
    private let feed: Feed<Item>
    private let request: FeedRequest
    private let options: FeedOptions
    private let surroundings: Surroundings
    private let page: Page<Item>

    init(_ feed: Feed<Item>, _ request: FeedRequest, _ options: FeedOptions, _ surroundings: Surroundings) {
        self.feed = feed
        self.request = request
        self.options = options
        self.surroundings = surroundings
        page = Page(feed.key.rawValue, surroundings, options)
    }

    func run() throws -> ExitStatus {
        let last = try follow()
        guard let last else { return .interrupted }
        return try close(last)
    }

    /// The last state; nil when interrupted.
    private func follow() throws -> FeedState<Item>? {
        let end = Blocking<FeedState<Item>?>()
        let latest = Mutex<FeedState<Item>?>(nil)
        let preview = Preview(
            surroundings,
            ProgressLine(
                descriptor: STDERR_FILENO, environment: surroundings.environment,
                rendering: Rendering(surroundings, options.color, STDERR_FILENO)),
            showsItems: surroundings.isInteractive && !options.json)
        let interruption = Interruption { _ in end.finish(.success(nil)) }
        // A terminal need not show more often than an eye sees.
        let arriving = PublishRelay<FeedState<Item>>()
        let previewing = arriving.asObservable()
            .throttle(
                .milliseconds(120), latest: true,
                scheduler: SerialDispatchQueueScheduler(internalSerialQueueName: "freshet.preview")
            )
            .subscribe(onNext: { state in
                preview.show(ProgressReport(state)) { page.lines(state, width: $0.columns, atMost: $0.rows) }
            })
        let subscription = feed.look(request).subscribe(
            onNext: { state in
                latest.withLock { $0 = state }
                if state.standing.isRefreshing { arriving.accept(state) }
            },
            onError: { end.finish(.failure($0)) },
            onCompleted: { end.finish(.success(latest.withLock { $0 })) })
        defer {
            subscription.dispose()
            previewing.dispose()
            preview.close()
            withExtendedLifetime(interruption) {}
        }
        return try end.wait()
    }

    /// Prints the state that the look ended with.
    private func close(_ state: FeedState<Item>) throws -> ExitStatus {
        if options.json {
            try surroundings.output.writeLine(
                String(decoding: FeedDocument(feed: feed.key.rawValue, state).json(), as: UTF8.self))
        } else {
            for line in surroundings.isInteractive ? page.lines(state, width: page.width) : page.plainLines(state) {
                surroundings.output.writeLine(line)
            }
        }
        surroundings.output.flush()
        if !state.hasBeenShown || state.newTotal > 0 {
            try? feed.markShown(state)  // A store that cannot be written has been complained of already.
        }
        for remark in page.remarks(state, isOffline: request.mode == .offline) { surroundings.complain(remark) }
        return ExitStatus(state, isOffline: request.mode == .offline)
    }
}

extension ExitStatus {
    /// What a state means to whoever started the program.
    init<Item>(_ state: FeedState<Item>, isOffline: Bool) {
        switch state.standing {
        case .stored, .refreshing:
            self = isOffline && state.fetchedAt == nil && state.items.isEmpty ? .failure : .success
        case .fresh: self = .success
        case .stale(let error):
            self =
                switch error.remedy {
                case .tryLater: .tryLater
                case .credentials: .credentials
                case .askOtherwise: .failure
                }
        }
    }
}
