import Dispatch
import FeedStore
public import Freshet

extension FeedEnvironment {
    /// Maintains the store in long runs: indexes new items for search, and removes unused feeds.
    ///
    /// - Emits: nothing.
    /// - Ends: never; a failed step is retried in the next round.
    /// - Runs on: a scheduler of its own; see ``makeScheduler``.
    /// - Keeps: nothing.
    public func upkeep() -> Observable<Never> {
        .deferred {
            let scheduler = makeScheduler()
            func every(_ period: RxTimeInterval, _ work: @escaping @Sendable () throws -> Void) -> Observable<Never> {
                Observable<Int>.timer(.seconds(0), period: period, scheduler: scheduler)
                    .flatMap { _ in
                        Completable.deferred {
                            try work(); return .empty()
                        }.catch { _ in .empty() }
                    }
                    .ignoreElements().asObservable()
            }
            let indexing = every(.seconds(30)) { while try store.updateSearchIndex(limit: 500) {} }
            let pruning = every(.seconds(3600)) { try store.prune(now: now()) }
            return .merge(indexing, pruning)
        }
    }
}
