import FeedStore
import Platform

/// What a hub asks with a GET of the callback (WebSub, 5.3).
package struct HubVerification: Sendable, Hashable {
    /// `subscribe`, `unsubscribe` or `denied`.
    package let mode: String
    /// The topic that it is about.
    package let topic: String
    /// What to send back.
    package let challenge: String?
    /// The length of the lease in seconds.
    package let leaseSeconds: Int?
    /// Why the hub denies it.
    package let reason: String?

    /// Reads parameters; nil without a mode and a topic, or with a challenge of more than 1024 characters.
    package init?(parameter: (String) -> String?) {
        guard let mode = parameter("hub.mode"), let topic = parameter("hub.topic") else { return nil }
        challenge = parameter("hub.challenge")
        if let challenge, challenge.utf8.count > 1024 { return nil }
        (self.mode, self.topic) = (mode.lowercased(), topic)
        leaseSeconds = parameter("hub.lease_seconds").flatMap { Int($0) }
        reason = parameter("hub.reason")
    }

    /// What a verification changes.
    package enum Decision: Sendable, Hashable {
        /// It matches no request: 404.
        case unknown
        /// The subscription is verified: send the challenge.
        case subscribed(challenge: String)
        /// The subscription ends: send the challenge.
        case unsubscribed(challenge: String)
        /// The hub doesn't deliver.
        case denied(reason: String?)
    }

    /// Decides by the subscription of the callback.
    package func decision(for subscription: HubSubscription) -> Decision {
        guard topic == subscription.topic else { return .unknown }
        switch (mode, challenge) {
        case ("denied", _): return subscription.isEnding ? .unknown : .denied(reason: reason)
        case ("subscribe", let challenge?) where !subscription.isEnding: return .subscribed(challenge: challenge)
        case ("unsubscribe", let challenge?) where subscription.isEnding: return .unsubscribed(challenge: challenge)
        default: return .unknown
        }
    }
}

/// What becomes of a delivery.
package enum DeliveryDecision: Sendable, Hashable {
    /// Nobody follows the feed any more: 410.
    case unwanted
    /// It proves nothing, and changes nothing: 202, so that nobody can probe.
    case ignored
    /// It isn't signed: the feed is fetched.
    case hint
    /// It is the feed's document.
    case document

    /// Decides by the subscription of the callback.
    ///
    /// - Parameter signature: the value of `X-Hub-Signature`.
    package init(_ subscription: HubSubscription, signature: String?, body: Data) {
        guard subscription.isFollowed else {
            self = .unwanted
            return
        }
        guard subscription.verifiedAt != nil else {
            self = .ignored
            return
        }
        guard let secret = subscription.secret else {
            self = .hint
            return
        }
        let isValid = signature.flatMap(HubSignature.init)?.isValid(for: body, secret: secret) ?? false
        self = isValid ? .document : .ignored
    }
}
