public import Dispatch
public import Freshet

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
    public func subscribingToHubs(
        by callback: String?, every period: RxTimeInterval, deliveries: Observable<Void>
    ) -> Observable<Never> {
        .deferred {
            let asking = callback.map { callback in
                rounds(every: period) { try HubSubscriber(environment: self, callback: callback).round() }
            }
            let processing = rounds(every: period, and: deliveries) { try HubDeliveries(environment: self).round() }
            return .merge(asking ?? .never(), processing)
        }
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
