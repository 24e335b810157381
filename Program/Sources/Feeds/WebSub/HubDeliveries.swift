import FeedStore
import Freshet
import FreshetHTTP
import Platform

/// Processes the deliveries of hubs that were acknowledged.
struct HubDeliveries: Sendable {
    /// The time in seconds that a server that takes a delivery may need. Then another server takes it.
    private static let claim: TimeInterval = 120
    /// The minimum interval between the fetches of a feed that hints cause, in seconds.
    private static let hintInterval: TimeInterval = 60

    /// The maximum number of feeds that a round fetches at a time.
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
        guard var refresh = try feed.description.hubFeed?.refresh(delivered: document, in: environment)
        else { return false }
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
        let hub = try feed.description.hubFeed?.topic(in: environment)?.hub.absoluteString
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
        return feed.load(FeedRequest(limit: 1, mode: .notified), in: environment).takeLast(1).asSingle()
            .map { state in
                let isFresh = state.freshness.error == nil && state.storeError == nil
                try environment.store.finishHubDelivery(delivery, deliveredAt: isFresh ? now : nil)
            }
            .asCompletable()
    }
}

/// The state of a feed's subscription to its hub.
package enum PushState: Sendable, Hashable {
    /// The feed names no hub.
    case noHub
    /// No server with a public address has asked the hub.
    case notAsked(hub: String)
    /// The hub hasn't confirmed the subscription.
    case unconfirmed(hub: String)
    /// The hub refused it.
    case refused(hub: String, reason: String)
    /// The hub confirmed it, but hasn't delivered anything since a poll found new items.
    case waiting(hub: String)
    /// The hub pushes it.
    case pushed(hub: String)

    init(_ topic: HubTopic?, _ subscriptions: [HubSubscription], at now: Date) {
        let current = subscriptions.filter { !$0.isEnding }
        guard let hub = topic?.hub.host() ?? current.first.flatMap({ URL(string: $0.hub)?.host() }) else {
            self = .noHub
            return
        }
        if let active = current.first(where: { $0.isActive(at: now) }) {
            self = active.isDelivering(at: now) ? .pushed(hub: hub) : .waiting(hub: hub)
        } else if let last = current.last {
            self = last.refusal.map { .refused(hub: hub, reason: $0) } ?? .unconfirmed(hub: hub)
        } else {
            self = .notAsked(hub: hub)
        }
    }

    /// The name for programs.
    package var name: String {
        switch self {
        case .noHub: "noHub"
        case .notAsked: "notAsked"
        case .unconfirmed: "unconfirmed"
        case .refused: "refused"
        case .waiting: "waiting"
        case .pushed: "pushed"
        }
    }

    /// The state in words; empty if the feed names no hub.
    package var words: String {
        switch self {
        case .noHub: ""
        case .notAsked: "no public address"
        case .unconfirmed(let hub): "\(hub) hasn't confirmed"
        case .refused(let hub, ""): "\(hub) refused"
        case .refused(let hub, let reason): "\(hub) refused: \(reason)"
        case .waiting(let hub): "\(hub), no delivery yet"
        case .pushed(let hub): hub
        }
    }
}

extension FeedEnvironment {
    /// The states of the followed feeds' subscriptions. Blocks the calling thread on the store, and fails with a ``FeedStoreError``.
    package func pushStates(of followed: [FollowedFeed]) throws -> [FeedKey: PushState] {
        let known = Dictionary(grouping: try store.hubSubscriptions(), by: \.feed)
        let now = now()
        let states = try followed.map { item in
            let topic = try item.feed.description.hubFeed?.topic(in: self)
            return (item.feed.key, PushState(topic, known[item.feed.key] ?? [], at: now))
        }
        return Dictionary(states) { first, _ in first }
    }
}
