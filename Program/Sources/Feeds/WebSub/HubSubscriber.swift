import FeedStore
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform
import WebText

/// Asks the hubs of followed feeds for what is missing: subscriptions, renewals and their ends.
struct HubSubscriber: Sendable {
    /// The time in seconds that an unsubscription waits for its verification before it is sent again.
    private static let endingPause: TimeInterval = 3600
    /// The number of times that an unsubscription is sent.
    private static let maximumEndings = 3

    /// The maximum number of requests at a time.
    private static let maximumRequests = 8

    let environment: FeedEnvironment
    /// The address before the key of a callback: `https://feeds.example.org/websub/`.
    let callback: String

    /// Makes the requests that are due, and completes after their answers. A failed one is repeated in a later round.
    ///
    /// Fails with a ``FeedStoreError``.
    func round() throws -> Observable<Never> {
        let now = environment.now()
        let known = Dictionary(grouping: try environment.store.hubSubscriptions(), by: \.feed)
        let followed = try environment.store.followers()
        var requests: [Completable] = []
        for (key, follower) in followed {
            let path = follower.path.split(separator: "/", omittingEmptySubsequences: false)
            guard
                let feed = environment.catalog.feed(path: path.compactMap(\.percentDecoded))
                    ?? environment.catalog.feed(key)
            else { continue }
            let topic = try feed.description.hubFeed?.topic(in: environment.of(follower.account))
            requests += try due(for: feed, topic, known[key] ?? [], at: now)
        }
        for (key, subscriptions) in known where followed[key] == nil {
            let feed = environment.catalog.feed(key)
            for subscription in subscriptions {
                requests += try ending(
                    subscription, feed, try feed?.description.hubFeed?.topic(in: environment), at: now)
            }
        }
        return Observable.from(requests.map { $0.asObservable() }).merge(maxConcurrent: Self.maximumRequests)
    }

    private func due(
        for feed: Feed, _ topic: HubTopic?, _ known: [HubSubscription], at now: Date
    ) throws -> [Completable] {
        var requests: [Completable] = []
        var pending: HubSubscription?
        var active: HubSubscription?
        for subscription in known {
            let isCurrent =
                subscription.topic == topic?.url.absoluteString && subscription.hub == topic?.hub.absoluteString
            if subscription.isEnding || !isCurrent {
                requests += try ending(subscription, feed, topic, at: now)
            } else if subscription.verifiedAt == nil {
                pending = subscription
            } else if subscription.isActive(at: now) {
                active = subscription
            } else {
                try environment.store.removeHubSubscription(subscription.id)
            }
        }
        guard let topic else { return requests }
        if let pending {
            // Its verification may take long, so the key stays.
            let next = now + HubBackoff.pause(after: pending.failures + 1)
            if pending.nextAt <= now, try environment.store.claimHubSubscription(pending, until: next) {
                requests.append(ask(.subscribe, pending, feed, topic))
            }
            return requests
        }
        if let active {
            guard active.nextAt <= now,
                try environment.store.claimHubSubscription(active, until: now + HubBackoff.first)
            else { return requests }
        }
        let isPrivate = topic.hub.scheme?.lowercased() == "https" || topic.hub.isOnLoopback
        let added = try environment.store.addHubSubscription(
            feed.key, topic: topic.url.absoluteString, hub: topic.hub.absoluteString, key: .make(),
            secret: isPrivate ? Secret.make().text : nil, nextAt: now + HubBackoff.first)
        if let added { requests.append(ask(.subscribe, added, feed, topic)) }
        return requests
    }

    /// Ends a subscription that isn't wanted any more.
    private func ending(
        _ subscription: HubSubscription, _ feed: Feed?, _ topic: HubTopic?, at now: Date
    ) throws -> [Completable] {
        let store = environment.store
        let isOver = subscription.isEnding && subscription.failures >= Self.maximumEndings && subscription.nextAt <= now
        guard let feed, let hub = URL(string: subscription.hub), let url = URL(string: subscription.topic),
            subscription.isActive(at: now), !isOver
        else {
            // The hub's next delivery gets a 404.
            try store.removeHubSubscription(subscription.id)
            return []
        }
        guard subscription.isEnding else {
            try store.endHubSubscription(subscription.id, at: now)
            return []
        }
        guard subscription.nextAt <= now,
            try store.claimHubSubscription(subscription, until: now + Self.endingPause)
        else { return [] }
        // A hub that the feed doesn't name any more must be public.
        let trusted = topic?.hub == hub ? topic?.trusted : nil
        return [ask(.unsubscribe, subscription, feed, HubTopic(url, hub: hub, trusted: trusted))]
    }

    private enum Mode: String {
        case subscribe, unsubscribe
    }

    private func ask(_ mode: Mode, _ subscription: HubSubscription, _ feed: Feed, _ topic: HubTopic) -> Completable {
        var fields = [
            ("hub.mode", mode.rawValue), ("hub.topic", subscription.topic),
            ("hub.callback", callback + subscription.key), ("hub.verify", "async"),
        ]
        if mode == .subscribe {
            fields.append(("hub.lease_seconds", String(Int(HubLease.usual))))
            if let secret = subscription.secret { fields.append(("hub.secret", secret)) }
        }
        let body = fields.map { $0 + "=" + $1.percentEncoded }.joined(separator: "&")
        var request = HTTPRequest(get: topic.hub)
        request.method = .post
        request.headerFields[.contentType] = "application/x-www-form-urlencoded"
        let bounds = RequestBounds(body: 64 << 10, privateOrigins: topic.trusted.map { [$0] } ?? [])
        let (asked, purpose) = (request, RequestPurpose.webSub.bounded(bounds).sending(Data(body.utf8)))
        return environment.probe(feed.description) { $0.response(for: asked, purpose: purpose) }
            .asCompletable()
            .catch { error in
                if error is FeedStoreError { throw error }
                guard mode == .subscribe else { return .empty() }
                // A verified subscription stays: only its renewal failed.
                let pause = HubBackoff.pause(after: subscription.failures)
                let current = try environment.store.hubSubscriptions(of: subscription.feed)
                    .first { $0.id == subscription.id }
                if current?.verifiedAt == nil {
                    try environment.store.refuseHubSubscription(
                        subscription.id, reason: HubRefusal.text(error), nextAt: environment.now() + pause)
                }
                return .empty()
            }
    }
}

extension RequestPurpose {
    /// A request to a hub.
    static let webSub = RequestPurpose(rawValue: "webSub")
}

/// The lease of a subscription, as the hub grants it.
package struct HubLease: Sendable, Hashable {
    /// The wish, and the length without an answer: 10 days, the default that WebSub recommends.
    package static let usual: TimeInterval = 10 * 86_400
    /// Longer leases count as this.
    private static let longest: TimeInterval = 90 * 86_400
    /// The minimum pause before a renewal, however short the lease.
    private static let shortestPause: TimeInterval = 60

    /// The end of the lease.
    package let expiresAt: Date
    /// The time of the renewal: in the second half, at random, so that renewals are spread.
    package let renewsAt: Date

    /// - Parameters:
    ///   - seconds: the hub's `hub.lease_seconds`; nil if it sent none.
    ///   - random: a number from 0 to 1.
    package init(seconds: Int?, from now: Date, random: Double) {
        let length = min(max(seconds.map(TimeInterval.init) ?? Self.usual, 0), Self.longest)
        expiresAt = now + length
        renewsAt = now + max(length * (0.5 + random / 4), Self.shortestPause)
    }
}

/// The pauses between requests to a hub that doesn't confirm.
package enum HubBackoff {
    /// The time that a request waits for its verification: the first pause.
    package static let first: TimeInterval = 3600
    /// The pause after a refusal by the hub, and the longest one.
    package static let longest: TimeInterval = 7 * 86_400

    /// An hour after the first request, then twice as long each time, up to a week.
    package static func pause(after failures: Int) -> TimeInterval {
        min(first * TimeInterval(1 << min(max(failures - 1, 0), 10)), longest)
    }
}

/// A feed's statement about the hub that delivers it.
package struct HubTopic: Sendable, Hashable {
    /// The feed's own address, by which the hub knows it.
    package let url: URL
    /// The hub.
    package let hub: URL
    /// The address that a person gave, whose origin may be on a private network; nil if the hub must be public.
    package let trusted: URL?

    /// A topic.
    package init(_ url: URL, hub: URL, trusted: URL?) { (self.url, self.hub, self.trusted) = (url, hub, trusted) }
}

/// A document that a hub has delivered.
package struct DeliveredDocument: Sendable {
    /// The feed's document.
    package let body: Data
    /// Its `Content-Type`.
    package let contentType: String?
}
