import Dispatch
import FeedStore
import Freshet
import Platform
import Synchronization

extension FeedEnvironment {
    /// Subscribes to the hubs of followed feeds, and processes what they deliver.
    ///
    /// - Emits: nothing.
    /// - Ends: never; a failed step is repeated in the next round.
    /// - Runs on: schedulers of its own; see ``makeScheduler``.
    /// - Keeps: nothing.
    /// - Parameters:
    ///   - callback: the address before the key of a callback; nil if no hub can reach this server. It then only
    ///     processes what other servers have left.
    ///   - period: the pause between two rounds.
    ///   - deliveries: emits when a delivery has been stored.
    package func subscribingToHubs(
        by callback: String?, every period: RxTimeInterval, deliveries: Observable<Void>
    ) -> Observable<Never> {
        .deferred {
            let asking = callback.map { callback in
                let last = Mutex<AskedRound?>(nil)
                return rounds(every: period) {
                    guard let next = try askedRound(after: last.withLock { $0 }) else { return .empty() }
                    let requests = try HubSubscriber(environment: self, callback: callback).round()
                    last.withLock { $0 = next }
                    return requests
                }
            }
            let processing = rounds(every: period, and: deliveries) { try HubDeliveries(environment: self).round() }
            return .merge(asking ?? .never(), processing)
        }
    }

    /// A round in which the feeds' hubs are read, which costs a statement for each followed feed; nil if it isn't needed, since
    /// nothing has been stored and no subscription is due.
    private func askedRound(after last: AskedRound?) throws -> AskedRound? {
        let next = AskedRound(changeNumber: try store.changeNumberForAll(), date: now())
        guard let last, last.changeNumber == next.changeNumber,
            abs(next.date.timeIntervalSince(last.date)) < AskedRound.longestPause
        else { return next }
        return try store.hubSubscriptions().contains { $0.nextAt <= next.date } ? next : nil
    }

    /// Rounds after the period and after each trigger. They begin one after another; their requests may overlap, because
    /// each round reserves in the store what it acts on.
    private func rounds(
        every period: RxTimeInterval, and triggers: Observable<Void> = .never(),
        _ round: @escaping @Sendable () throws -> Observable<Never>
    ) -> Observable<Never> {
        let scheduler = makeScheduler()
        return Observable.merge(
            Observable<Int>.timer(.seconds(0), period: period, scheduler: scheduler).map { _ in },
            triggers.observe(on: scheduler)
        )
        .flatMap { _ in
            Observable<Never>.deferred { try round() }.catch { _ in .empty() }
        }
    }
}

/// A round in which the hubs of followed feeds were read.
private struct AskedRound: Sendable {
    /// The maximum number of seconds between two rounds.
    static let longestPause: TimeInterval = 600

    /// The store's change number before it.
    let changeNumber: Int
    let date: Date
}

/// The answers to hubs. Each function blocks the calling thread on the store, and fails with a ``FeedStoreError``.
extension FeedEnvironment {
    /// The number of characters of a callback's key.
    private static let keyLength = 64

    /// The subscription whose callback has that key; nil without reading the store if no key looks so.
    package func hubSubscription(withKey key: String) throws -> HubSubscription? {
        guard key.utf8.count == Self.keyLength else { return nil }
        return try store.hubSubscription(withKey: Secret(key))
    }

    /// Answers a hub's verification: the challenge, an empty text for a denial, or nil for 404.
    package func verify(_ verification: HubVerification, of subscription: HubSubscription) throws -> String? {
        let now = now()
        switch verification.decision(for: subscription) {
        case .unknown: return nil
        case .subscribed(let challenge):
            let lease = HubLease(seconds: verification.leaseSeconds, from: now, random: .random(in: 0...1))
            try store.verifyHubSubscription(
                subscription.id, at: now, expiresAt: lease.expiresAt, nextAt: lease.renewsAt)
            return challenge
        case .unsubscribed(let challenge):
            try store.removeHubSubscription(subscription.id)
            return challenge
        case .denied(let reason):
            try store.refuseHubSubscription(
                subscription.id, reason: HubRefusal.text(reason), nextAt: now + HubBackoff.longest)
            return ""
        }
    }

    /// The answer to a delivery.
    package enum DeliveryAnswer: Sendable, Hashable {
        /// It is stored or ignored: 202.
        case accepted
        /// Nobody follows the feed any more: 410.
        case gone
        /// Too many deliveries wait: 503.
        case busy
    }

    /// Stores a delivery if it counts. It is processed later; see ``subscribingToHubs(by:every:deliveries:)``.
    package func receive(
        _ body: Data, contentType: String?, signature: String?, at subscription: HubSubscription
    ) throws -> DeliveryAnswer {
        switch DeliveryDecision(subscription, signature: signature, body: body) {
        case .unwanted: return .gone
        case .ignored: return .accepted
        case .hint:
            return try store.addHubDelivery(subscription.id, contentType: nil, body: nil, at: now()) ? .accepted : .busy
        case .document:
            let type = contentType.map { String($0.prefix(200)) }
            return try store.addHubDelivery(subscription.id, contentType: type, body: body, at: now())
                ? .accepted : .busy
        }
    }
}
