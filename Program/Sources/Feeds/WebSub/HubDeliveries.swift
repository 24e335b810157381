import FeedStore
import Freshet
import FreshetHTTP
import Platform

/// Processes the deliveries of hubs that were acknowledged.
struct HubDeliveries: Sendable {
    /// How long a server that takes a delivery may need, in seconds. Then another one takes it.
    private static let claim: TimeInterval = 120
    /// The minimum interval between the fetches of a feed that hints cause, in seconds.
    private static let hintInterval: TimeInterval = 60

    /// The maximum number of feeds that a round fetches at once.
    private static let maximumRequests = 8

    let environment: FeedEnvironment

    /// Merges delivered documents into their feeds, and fetches the feeds of hints. Fails with a ``FeedStoreError``.
    func round() throws -> Observable<Never> {
        let now = environment.now()
        var fetches: [Completable] = []
        while let delivery = try environment.store.takeHubDelivery(at: now, until: now + Self.claim) {
            if try merge(delivery, at: now) { continue }
            if let fetch = try fetch(delivery, at: now) { fetches.append(fetch) }
        }
        return Observable.from(fetches.map { $0.asObservable() }).merge(maxConcurrent: Self.maximumRequests)
    }

    /// Returns false if there is no readable document.
    private func merge(_ delivery: HubDelivery, at now: Date) throws -> Bool {
        guard let body = delivery.body, let feed = environment.catalog.feed(delivery.feed) else { return false }
        let document = DeliveredDocument(body: body, contentType: delivery.contentType)
        // Somebody else would read the feed from then on.
        let environment = try follower(of: feed.key)
        guard var refresh = try feed.description.refresh(delivered: document, in: environment) else { return false }
        refresh.scope = feed.description.scope
        try environment.store.commit([refresh], ledger: [], quotas: [])
        try environment.store.finishHubDelivery(delivery, deliveredAt: now)
        return true
    }

    /// The environment of an account that follows the feed. After the last one has unfollowed it, the first account's.
    private func follower(of feed: FeedKey) throws -> FeedEnvironment {
        try environment.store.follower(of: feed).map { environment.of($0.account) } ?? environment
    }

    /// The request that a hint asks for; nil if none may be made now.
    private func fetch(_ delivery: HubDelivery, at now: Date) throws -> Completable? {
        let store = environment.store
        guard let feed = environment.catalog.feed(delivery.feed) else {
            try store.finishHubDelivery(delivery, deliveredAt: nil)
            return nil
        }
        let environment = try follower(of: feed.key)
        let hub = try feed.description.topic(in: environment)?.hub.absoluteString
        let polls = try store.ledger(.feed(feed.key)).filter { $0.endpoint.url != hub }
        let limits = try store.quotas(at: now).filter { $0.remaining <= 0 && $0.resetAt > now }.map(\.key.host)
        let isLimited = polls.contains { entry in
            if entry.rule?.isLimit == true, let next = entry.nextAllowedAt, next > now { return true }
            return URL(string: entry.endpoint.url)?.authority.map(limits.contains) ?? false
        }
        if isLimited {
            // The poll after the wait finds what is new.
            try store.finishHubDelivery(delivery, deliveredAt: nil)
            return nil
        }
        let last = polls.map(\.requestedAt).filter { $0 <= now }.max() ?? .distantPast
        guard last + Self.hintInterval <= now else {
            try store.postponeHubDelivery(delivery.id, to: last + Self.hintInterval)
            return nil
        }
        return feed.look(FeedRequest(limit: 1, mode: .hinted), in: environment).takeLast(1).asSingle()
            .map { state in
                let isFresh = state.freshness.error == nil && state.storeError == nil
                try environment.store.finishHubDelivery(delivery, deliveredAt: isFresh ? now : nil)
            }
            .asCompletable()
    }
}
