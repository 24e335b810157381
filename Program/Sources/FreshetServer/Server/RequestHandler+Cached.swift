import Dispatch
import FeedStore
import Feeds
import Freshet
import HTTPTypes
import HummingbirdCore
import NIOCore
import Platform

/// Content made of feeds, cached until one of them changes.
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
    private static let frameTimeout = RxTimeInterval.milliseconds(200)
    /// How long a program waits for the first refresh of a feed.
    private static let refreshTimeout = RxTimeInterval.seconds(20)

    /// Answers with cached content, or makes it.
    func answer(_ cached: CachedContent, _ asked: Asked) -> Handling {
        let mayAsk = asked.source.mayAskUpstreams
        // The reader will probably stay, so the refresh starts now.
        let feeds = mayAsk ? cached.feeds.map { context.feeds.feed($0, for: .request) } : []
        for feed in feeds { feed?.touch() }
        let waits = cached.waits && mayAsk
        let isSettled = !waits || feeds.allSatisfy { $0?.latest?.hasSettled ?? ($0 == nil) }
        if refused == nil, isSettled, let stamp = context.stamp(cached.feeds),
            let content = context.cache.content(cached.key, stamp)
        {
            return .now(answer(content))
        }
        return .later(asked) {
            if waits {
                for feed in feeds {
                    _ = try await first(feed?.attended.filter(\.hasSettled), within: Self.refreshTimeout)
                }
            }
            let context = context
            try await context.blocking { try context.recheck() }
            let stamp = context.stamp(cached.feeds)
            let content = try await cached.make()
            if refused == nil, let stamp { context.cache.keep(content, cached.key, stamp) }
            return answer(content)
        }
    }

    /// The home page.
    func home(_ asked: Asked) -> CachedContent {
        let (keys, source) = (homeFeeds, asked.source)
        let key = ContentCache.Key.home(Preferences(asked.request.headers), isForeign: !source.mayAskUpstreams)
        return CachedContent(key: key, feeds: keys) {
            var digests: [HomePage.Digest] = []
            var ids: [EventID] = []
            for key in keys {
                // The view has to know the frame that the page shows, to send what differs from it.
                if source.mayAskUpstreams {
                    let feed = context.feeds.feed(key, for: .request)
                    _ = try await first(feed?.digests, within: Self.frameTimeout)
                }
                let (state, id) = try await state(key)
                digests.append(HomePage.Digest(feed: key.feed, state: state))
                if let id { ids.append(id) }
            }
            // Read before the items: events bring what is newer than the site.
            let (environment, site) = (context.environment, site(for: asked))
            let unread = try await context.blocking {
                try environment.items(ItemListPage.Kind.unread.selection, limit: HomePage.unreadLimit)
            }
            let page = HomePage(unread: unread, digests: digests, site: site, eventIDs: ids.text)
            return Content(html: page.html)
        }
    }

    /// The feeds of the home page.
    var homeFeeds: [LiveFeed.Key] {
        HomePage.feeds(followed: context.followed.items, context.catalog.upstreams).map {
            LiveFeed.Key($0, PageQuery($0.controls))
        }
    }

    /// The page of a feed, for a reader whose last visit ended then. The visit itself is recorded once the page is open.
    func page(_ feed: Feed, _ query: PageQuery, lastVisitAt: Date?, _ asked: Asked) -> CachedContent {
        let key = LiveFeed.Key(feed, query)
        let (preferences, source) = (Preferences(asked.request.headers), asked.source)
        return CachedContent(
            key: .feed(feed, query, lastVisitAt, preferences, isForeign: !source.mayAskUpstreams), feeds: [key]
        ) {
            let controls = feed.controls
            if source.mayAskUpstreams {
                let live = context.feeds.feed(key, for: .request)
                let views = live?.pages(query.live(for: feed).choice(controls))
                _ = try await first(views, within: Self.frameTimeout)
            }
            var (state, id) = try await state(key, query.choice(controls))
            state.lastVisitAt = query.isUnreadOnly ? nil : lastVisitAt
            // Lines between the items aren't in their place where items are left out.
            if query.isUnreadOnly { state.gaps = [] }
            let (environment, site) = (context.environment, site(for: asked))
            let muted = try await context.blocking {
                controls.kinds == nil ? nil : MutedKinds(feed, try environment.rules().map(\.rule))
            }
            let article = try await article(query.item, of: feed, asked)
            let page = FeedPage(
                feed: feed, state: state, query: query, site: site, muted: muted, eventID: id?.description,
                article: article)
            return Content(html: page.html)
        }
    }

    /// The document of a feed.
    func document(_ key: LiveFeed.Key, _ choice: ListChoice) -> CachedContent {
        CachedContent(key: .document(key, choice), feeds: [key], waits: true) {
            let state = try await state(key, choice).0
            return Content(json: try FeedDocument(feed: key.feed.key.rawValue, state).json())
        }
    }

    /// A feed for feed readers.
    func syndication(_ key: LiveFeed.Key, _ suffix: Target.Suffix, _ asked: Asked) -> CachedContent {
        let location = Syndication.Location(
            origin: context.publicURL?.origin ?? scheme(of: asked) + "://" + asked.authority, path: key.feed.address,
            query: asked.target.rawQuery)
        return CachedContent(key: .syndication(key, suffix, location), feeds: [key], waits: true) {
            let feed = Syndication(key.feed, try await state(key).0, at: location)
            return switch suffix {
            case .atom: Content(Syndication.atomType, ByteBuffer(string: feed.atom))
            case .json: Content(Syndication.jsonFeedType, ByteBuffer(bytes: try feed.jsonFeed()))
            }
        }
    }

    /// The chosen items of the feed as they are now, and the frame they are as new as.
    func state(_ key: LiveFeed.Key, _ choice: ListChoice) async throws -> (FeedState, EventID?) {
        let (state, id) = try await state(key)
        return (try await choice.applied(to: state, of: key, in: context.environment).asSingle().value, id)
    }

    /// The feed as it is now, and the frame it is as new as; without a frame, as it is stored.
    func state(_ key: LiveFeed.Key) async throws -> (FeedState, EventID?) {
        let environment = context.environment
        let live = context.feeds.existing(key)
        guard let frame = live?.latest else {
            let stored = live?.stored ?? StoreComparison(key, environment).stored
            return (try await stored.asSingle().value, nil)
        }
        let newer = StoreComparison(key, environment).state(since: frame.state).map(Optional.some)
            .ifEmpty(default: nil)
        // The store blocks: not on a thread that answers requests.
        let scheduler = environment.makeScheduler()
        let state = try await Observable.just(()).observe(on: scheduler).flatMap { newer }.asSingle().value
        return (state ?? frame.state, frame.id)
    }

    /// The first element, if it comes in time.
    private func first<Element: Sendable>(
        _ elements: Observable<Element>?, within timeout: RxTimeInterval
    ) async throws -> Element? {
        guard let elements else { return nil }
        let late = Observable<Int>.timer(timeout, scheduler: ConcurrentDispatchQueueScheduler(qos: .userInitiated))
            .map { _ in nil as Element? }
        return try await Observable.merge(elements.take(1).map(Optional.some), late).take(1).asSingle().value
    }

    private func answer(_ content: Content) -> Answer {
        var answer = Answer.content(content)
        answer.headers[.vary] = "Accept, Cookie"
        return answer
    }
}
