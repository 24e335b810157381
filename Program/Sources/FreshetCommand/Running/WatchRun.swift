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

/// Shows a feed as long as somebody wants to see it: on a terminal in its place, in a pipe line by line, as JSON state by state.
struct WatchRun<Item: PresentableItem>: Sendable {
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
        if options.json { return try runJSON() }
        return surroundings.isInteractive ? try runScreen() : try runPipe()
    }

    /// One document a line for each state that differs from the one before.
    private func runJSON() throws -> ExitStatus {
        try runLines { state, printed in
            if state.standing.isRefreshing { return [] }
            try? feed.markShown(state)  // A store that cannot be written is told of in the remarks.
            return [String(decoding: try FeedDocument(feed: feed.key.rawValue, state).json(), as: UTF8.self)]
        }
    }

    /// The items, the oldest first, and from then on what is new.
    private func runPipe() throws -> ExitStatus {
        try runLines { state, printed in
            if state.standing.isRefreshing { return [] }
            let new = state.items.filter { printed.insert($0.item.feedID) }
            try? feed.markShown(state)  // A store that cannot be written is told of in the remarks.
            return page.plainLines(new.reversed().map(\.item))
        }
    }

    private func runLines(
        _ lines: @escaping @Sendable (FeedState<Item>, Printed) throws -> [String]
    ) throws -> ExitStatus {
        let end = Blocking<ExitStatus>()
        let printed = Printed()
        let interruption = Interruption { end.finish(.success($0)) }
        let subscription = feed.watch(request).subscribe(
            onNext: { state in
                do {
                    for line in try lines(state, printed) { surroundings.output.writeLine(line) }
                } catch {
                    end.finish(.failure(error))
                }
                // Whoever read the pipe may have gone.
                if surroundings.output.flush() != .written { end.finish(.success(.success)) }
                if !state.standing.isRefreshing {
                    for remark in page.remarks(state, isOffline: request.mode == .offline) where printed.isNews(remark)
                    {
                        surroundings.complain(remark)
                    }
                }
            },
            onError: { end.finish(.failure($0)) })
        defer {
            subscription.dispose()
            withExtendedLifetime(interruption) {}
        }
        return try end.wait()
    }

    /// The whole screen.
    private func runScreen() throws -> ExitStatus {
        let end = Blocking<ExitStatus>()
        let refresh = PublishRelay<Void>()
        let screen: LiveScreen
        do {
            screen = try LiveScreen(
                environment: surroundings.environment,
                rendering: Rendering(surroundings, options.color, surroundings.output.descriptor)
            ) { event in
                switch event {
                case .key(.character("q")), .key(.character("Q")), .key(.control("c")): end.finish(.success(.success))
                case .key(.character("r")): refresh.accept(())
                case .key: break
                case .resumed: refresh.accept(())
                case .interrupted: end.finish(.success(.interrupted))
                case .terminalLost: end.finish(.success(.interrupted))
                }
            }
        } catch {
            throw CommandFailure(error.description)
        }
        let latest = Mutex<FeedState<Item>?>(nil)
        // Times age by themselves.
        let ticks = Observable<Int>.interval(.seconds(5), scheduler: ticker).startWith(0)
        let states = feed.watch(request, refresh: refresh.asObservable())
            .do(onNext: { state in
                latest.withLock { $0 = state }
                // What comes after the first list ever is new; a store that cannot be written marks nothing.
                if state.standing == .fresh, !state.hasBeenShown { try? feed.markShown(state) }
            })
        let subscription = Observable.combineLatest(states, ticks) { state, _ in state }.subscribe(
            onNext: { state in screen.show { page.content(state, width: $0.columns) } },
            onError: { end.finish(.failure($0)) })
        defer {
            subscription.dispose()
            screen.close()
            if let state = latest.withLock({ $0 }) {
                try? feed.markShown(state)  // The screen is closed; the next look marks them.
            }
        }
        return try end.wait()
    }

    private var ticker: SerialDispatchQueueScheduler {
        SerialDispatchQueueScheduler(internalSerialQueueName: "freshet.ticks")
    }
}

/// What has been printed already.
final class Printed: Sendable {
    private let ids = Mutex<Set<String>>([])
    private let lastRemark = Mutex<String?>(nil)

    /// Whether the item is printed for the first time.
    func insert(_ id: String) -> Bool { ids.withLock { $0.insert(id).inserted } }

    /// Whether this remark is another one than the last.
    func isNews(_ remark: String) -> Bool {
        lastRemark.withLock { last in
            defer { last = remark }
            return last != remark
        }
    }
}
