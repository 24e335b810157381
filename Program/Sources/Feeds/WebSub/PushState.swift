import FeedStore
import Platform

/// Whether a hub pushes a feed, and why not.
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
    /// Whether hubs push the followed feeds. Blocks the calling thread on the store, and fails with a ``FeedStoreError``.
    package func pushStates(of followed: [FollowedFeed]) throws -> [FeedKey: PushState] {
        let known = Dictionary(grouping: try store.hubSubscriptions(), by: \.feed)
        let now = now()
        let states = try followed.map { item in
            let topic = try item.feed.description.topic(in: self)
            return (item.feed.key, PushState(topic, known[item.feed.key] ?? [], at: now))
        }
        return Dictionary(states) { first, _ in first }
    }
}
