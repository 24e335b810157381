import Dispatch
import FeedStore
import Feeds
import Freshet
import HTTPTypes
import HummingbirdCore
import NIOCore
import Platform
import Search
import Syndication
import WebText

extension RequestHandler {
    /// The home page, with an open item, or the texts of its items.
    func home(_ incoming: IncomingRequest) -> Handling {
        if incoming.target["open"] != nil || incoming.isForTexts {
            return listPage(incoming) {
                let page = try HomePage($0.environment, site(for: incoming), article: $1)
                return try content(page.html, page.entryRows, incoming)
            }
        }
        let key = ContentCache.Key.home(isForeign: !incoming.source.mayAskUpstreams)
        return response(
            CachedContent(key: key, feeds: []) {
                // Read before the items: events bring what is newer than the site.
                let (environment, site) = (context.environment, site(for: incoming))
                return EncodedBody(html: try await context.blocking { try HomePage(environment, site).html })
            }, incoming)
    }

    /// The page of a feed for a person, with what is new since their last visit.
    func page(_ feed: Feed, _ query: PageQuery, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let environment = context.environment
        let lastVisitAt = try await context.blocking { try environment.lastVisit(of: feed.key) }
        switch response(page(feed, query, lastVisitAt: lastVisitAt, incoming), incoming) {
        case .now(let response): return response
        case .later(_, let work): return try await work()
        }
    }

    /// The page of a feed, for a reader whose last visit ended then. The visit itself is recorded once the page is open.
    func page(_ feed: Feed, _ query: PageQuery, lastVisitAt: Date?, _ incoming: IncomingRequest) -> CachedContent {
        let key = LiveFeed.Key(feed, query)
        let source = incoming.source
        return CachedContent(
            key: .feed(feed, query, lastVisitAt, isForeign: !source.mayAskUpstreams), feeds: [key]
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
            let (environment, site) = (context.environment, site(for: incoming))
            let muted = try await context.blocking {
                controls.kinds == nil ? nil : MutedKinds(feed, try environment.rules().map(\.rule))
            }
            let article = try await article(query.item, of: feed, incoming)
            let page = FeedPage(
                feed: feed, state: state, query: query, site: site, muted: muted, eventID: id?.description,
                article: article)
            return EncodedBody(html: page.html)
        }
    }

    /// The texts of the items on a feed's page, for its script.
    func texts(_ feed: Feed, _ query: PageQuery, _ incoming: IncomingRequest) -> CachedContent {
        let (key, choice) = (LiveFeed.Key(feed, query), query.choice(feed.controls))
        return CachedContent(key: .texts(key, choice), feeds: [key]) {
            let state = try await state(key, choice).0
            let page = FeedPage(feed: feed, state: state, query: query, site: site(for: incoming))
            return EncodedBody(json: try RowTexts(page.entryRows, below: context.shared.prefix).json())
        }
    }

    /// The document of a feed.
    func document(_ key: LiveFeed.Key, _ choice: ListChoice, _ incoming: IncomingRequest) -> CachedContent {
        CachedContent(key: .document(key, choice, origin: origin(for: incoming)), feeds: [key], waits: true) {
            let state = try await state(key, choice).0
            let (feed, picture) = (key.feed, pictureAddress(for: incoming))
            let document = FeedDocument(feed: feed.key.rawValue, state) { picture($0, feed) }
            return EncodedBody(json: try document.json())
        }
    }

    /// A feed for feed readers.
    func syndication(_ key: LiveFeed.Key, _ suffix: Target.Suffix, _ incoming: IncomingRequest) -> CachedContent {
        let location = SyndicatedFeed.Location(
            origin: origin(for: incoming), path: key.feed.address, query: incoming.target.rawQuery)
        return CachedContent(key: .syndication(key, suffix, location), feeds: [key], waits: true) {
            let picture = pictureAddress(for: incoming)
            let state = try await state(key).0
            return try EncodedBody(
                SyndicatedFeed(key.feed, state, at: location) { picture($0, key.feed) }, suffix)
        }
    }

    /// The page of a feed with an item open.
    ///
    /// `part=item` asks for the item alone, and `part=comments` for all of its comments, as the page's script does.
    func item(_ id: String, of feed: Feed, _ query: PageQuery, _ incoming: IncomingRequest) -> Handling {
        .later(incoming) {
            if incoming.target["part"] == "comments" { return try await comments(on: id, of: feed, incoming) }
            let context = context
            let isStored = try await context.blocking {
                try context.recheck()
                return try context.environment.item(id, of: feed) != nil
            }
            let isAlone = incoming.target["part"] == "item"
            if isStored, !isAlone { return try await page(feed, query, incoming) }
            guard let article = try await article(id, of: feed, incoming) else {
                return noItem(of: feed, incoming)
            }
            return .content(EncodedBody(html: article.html))
        }
    }

    /// The response to a request for an item that isn't stored.
    func noItem(of feed: Feed, _ incoming: IncomingRequest) -> ServerResponse {
        problem(
            .notFound, "Item not found",
            "“\(feed.title)” has no stored item with this id. It may have been removed.", incoming)
    }

    /// All stored comments on an item.
    private func comments(on id: String, of feed: Feed, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let (context, environment) = (context, context.environment)
        let thread = try await context.blocking {
            try context.recheck()
            return try environment.item(id, of: feed).flatMap(environment.catalog.discussion)
        }
        guard let thread else { return problem(.notFound, "Item not found", "This item has no discussion.", incoming) }
        var query = PageQuery(thread.controls)
        query.limit = thread.controls.maximum
        var state = try await state(LiveFeed.Key(thread, query)).0
        state.lastVisitAt = try await context.blocking { try environment.lastVisit(of: thread.key) }
        let discussion = ItemDiscussion(feed: thread, state: state)
        return .content(EncodedBody(html: discussion.list(site(for: incoming))))
    }

    /// The item and its discussion, from the store alone; nil if the item isn't stored.
    func article(_ id: String?, of feed: Feed, _ incoming: IncomingRequest) async throws -> ItemArticle? {
        guard let id else { return nil }
        let environment = context.environment
        // The rest of the query may be that of a list in which the item is open.
        let undo = try incoming.target.text("undo", atMost: 2000).flatMap(StoryChange.init)
        let found = try await context.blocking {
            try environment.item(id, of: feed).map { try self.withStory($0, environment, undo: undo) }
        }
        guard let (item, story) = found else { return nil }
        var discussion: ItemDiscussion?
        if let feed = environment.catalog.discussion(of: item) {
            var state = try await state(LiveFeed.Key(feed, PageQuery(feed.controls))).0
            state.lastVisitAt = try await context.blocking { try environment.lastVisit(of: feed.key) }
            discussion = ItemDiscussion(feed: feed, state: state)
        }
        let (fullText, playback, labels) = try await context.blocking {
            (
                try environment.storedFullText(of: item), try environment.store.playback(of: item.key),
                try environment.store.labelNames()
            )
        }
        return ItemArticle(
            item: item, story: story, fullText: fullText, playback: playback, labels: labels, discussion: discussion,
            site: site(for: incoming))
    }

    /// An item with the marks of its story, and the others that tell it; nil for those of items that join no others.
    private func withStory(
        _ item: ListedItems.Item, _ environment: FeedEnvironment, undo: StoryChange?
    ) throws -> (ListedItems.Item, ItemStory?) {
        let followed = context.followed.items.first { $0.feed == item.feed }
        guard context.preferences.stories == .on, item.shown.item.joining != nil, let followed,
            followed.settings.stories != .apart
        else { return (item, nil) }
        guard let story = try environment.story(of: item.key) else {
            return (item, ItemStory(item: item, voices: [], group: nil, undo: undo))
        }
        var item = item
        (item.shown.isUnread, item.shown.isSaved) = (story.isUnread, story.savedAt != nil)
        let voices = try environment.voices(of: story).filter { $0.key != item.key }
        return (item, ItemStory(item: item, voices: voices, group: story, undo: undo))
    }

    /// The item that the address of a list opens: `open` is the path of its page, such as `/news/top?item=1`. Nil if it isn't stored.
    func openItem(_ incoming: IncomingRequest) async throws -> ItemArticle? {
        guard let open = incoming.target["open"] else { return nil }
        let (feed, target) = try feed(open)
        return try await article(target["item"], of: feed, incoming)
    }

    /// The page of a list of several feeds, with the item that its address opens.
    func listPage(
        _ incoming: IncomingRequest, _ make: @escaping @Sendable (ServerContext, ItemArticle?) throws -> EncodedBody
    ) -> Handling {
        .later(incoming) {
            let (context, article) = (context, try await openItem(incoming))
            return try await context.blocking {
                try context.recheck()
                return .content(try make(context, article))
            }
        }
    }

    /// The current chosen items of the feed, and the id of the frame that they are as new as.
    func state(_ key: LiveFeed.Key, _ choice: ListChoice) async throws -> (FeedState, EventID?) {
        if choice != ListChoice(), context.feeds.existing(key) == nil {
            return (try await choice.stored(key, in: context.environment).asSingle().value, nil)
        }
        let (state, id) = try await state(key)
        return (try await choice.applied(to: state, of: key, in: context.environment).asSingle().value, id)
    }

    /// The current state of the feed, and the id of the frame that it is as new as; without a frame, the stored state.
    func state(_ key: LiveFeed.Key) async throws -> (FeedState, EventID?) {
        let environment = context.environment
        guard let frame = context.feeds.existing(key)?.latest else {
            return (try await StoreComparison(key, environment).stored.asSingle().value, nil)
        }
        let newer = StoreComparison(key, environment).state(since: frame.state).map(Optional.some)
            .ifEmpty(default: nil)
        // The store blocks: not on a thread that answers requests.
        let scheduler = environment.makeScheduler()
        let state = try await Observable.just(()).observe(on: scheduler).flatMap { newer }.asSingle().value
        return (state ?? frame.state, frame.id)
    }
}

/// Content made of feeds, cached until anything is stored.
struct CachedContent: Sendable {
    let key: ContentCache.Key
    /// The feeds that it is made of.
    let feeds: [LiveFeed.Key]
    /// True if it waits for the first refresh of its feeds, as programs that run once need it.
    var waits = false
    let make: @Sendable () async throws -> EncodedBody
}

extension RequestHandler {
    /// The time that a page waits for its feed's first frame.
    static let frameTimeout = RxTimeInterval.milliseconds(200)
    /// The time that a program waits for the first refresh of a feed.
    private static let refreshTimeout = RxTimeInterval.seconds(20)

    /// Answers with cached content, or makes it.
    func response(_ cached: CachedContent, _ incoming: IncomingRequest) -> Handling {
        let mayAsk = incoming.source.mayAskUpstreams
        // The reader will probably stay, so the refresh starts immediately.
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
    private func known(_ cached: CachedContent) -> EncodedBody? {
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

    private func response(_ content: EncodedBody) -> ServerResponse {
        var response = ServerResponse.content(content)
        response.headers[.vary] = "Accept, Cookie"
        return response
    }
}
