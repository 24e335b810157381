import Dispatch
import Freshet
import HTTPTypes

/// Content made of feeds, cached until anything is stored.
struct CachedContent: Sendable {
    let key: ContentCache.Key
    /// The feeds that it is made of.
    let feeds: [LiveFeed.Key]
    /// Whether it waits for the first refresh of its feeds, as programs that run once need it.
    var waits = false
    let make: @Sendable () async throws -> Content
}

extension RequestHandler {
    /// How long a page waits for its feed's first frame.
    static let frameTimeout = RxTimeInterval.milliseconds(200)
    /// How long a program waits for the first refresh of a feed.
    private static let refreshTimeout = RxTimeInterval.seconds(20)

    /// Answers with cached content, or makes it.
    func response(_ cached: CachedContent, _ incoming: IncomingRequest) -> Handling {
        let mayAsk = incoming.source.mayAskUpstreams
        // The reader will probably stay, so the refresh starts now.
        let feeds = mayAsk ? cached.feeds.map { context.feeds.feed($0, for: .request) } : []
        for feed in feeds { feed?.touch() }
        let waits = cached.waits && mayAsk
        let isSettled = !waits || feeds.allSatisfy { $0?.latest?.hasSettled ?? ($0 == nil) }
        if isSettled, context.isKnownCurrent, let content = known(cached) { return .now(response(content)) }
        return .later(incoming) {
            if waits {
                for feed in feeds {
                    _ = try await first(feed?.frames.filter(\.hasSettled), within: Self.refreshTimeout)
                }
            }
            let context = context
            try await context.blocking { try context.recheck() }
            if let content = known(cached) { return response(content) }
            let stamp = context.stamp(cached.feeds)
            let content = try await cached.make()
            if refused == nil, let stamp {
                context.cache.keep(content, cached.key, stamp, pictures: incoming.pictures.sizes)
            }
            return response(content)
        }
    }

    /// The content if it is cached and, by the last check of the store, still valid.
    private func known(_ cached: CachedContent) -> Content? {
        guard refused == nil, let stamp = context.stamp(cached.feeds) else { return nil }
        return context.cache.content(cached.key, stamp) { context.pictures?.haveStayed($0) ?? true }
    }

    /// The first element, if it comes in time.
    func first<Element: Sendable>(
        _ elements: Observable<Element>?, within timeout: RxTimeInterval
    ) async throws -> Element? {
        guard let elements else { return nil }
        let late = Observable<Int>.timer(timeout, scheduler: ConcurrentDispatchQueueScheduler(qos: .userInitiated))
            .map { _ in nil as Element? }
        return try await Observable.merge(elements.take(1).map(Optional.some), late).take(1).asSingle().value
    }

    private func response(_ content: Content) -> ServerResponse {
        var response = ServerResponse.content(content)
        response.headers[.vary] = "Accept, Cookie"
        return response
    }
}
