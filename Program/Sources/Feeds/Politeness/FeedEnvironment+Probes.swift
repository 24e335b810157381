import FeedStore
import Freshet
import FreshetHTTP

extension FeedEnvironment {
    /// Makes requests that discover the feed at an address, recorded in the ledger like refreshes.
    ///
    /// - Ends: as `work` does.
    /// - Runs on: a scheduler of its own; see ``makeScheduler``.
    /// - Keeps: nothing.
    package func probe<Value: Sendable>(
        _ feed: any FeedDescription, _ work: @escaping @Sendable (any HTTPTransport) -> Single<Value>
    ) -> Single<Value> {
        .deferred {
            let ledger = LedgerTransport(
                feed, self, makeScheduler(), interval: FeedInterval([]), urgency: .needed, sendsValidators: false)
            return work(ledger).do(
                onSuccess: { _ in try ledger.close() }, onError: { _ in try ledger.close() },
                onDispose: {
                    try? ledger.close()  // Leases that can't be released expire.
                })
        }
    }
}
