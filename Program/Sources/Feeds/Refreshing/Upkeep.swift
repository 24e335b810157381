import Dispatch
import FeedStore
public import Freshet

extension FeedEnvironment {
    /// Maintains the store in long runs: indexes new items for search, and all others anew after an update that needs it;
    /// removes unused feeds.
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
            return .merge(indexing, pruning, reindexing())
        }
    }

    /// Indexes all items anew if an update needs it, in steps that leave as much time to other writers as they take.
    private func reindexing() -> Observable<Never> {
        let scheduler = makeScheduler()
        return Observable<Int>.timer(.seconds(0), period: .seconds(30), scheduler: scheduler)
            .flatMapFirst { _ in
                Observable<Int>.timer(.seconds(0), period: .milliseconds(100), scheduler: scheduler)
                    .map { _ in try store.reindex(now: now()) }
                    .take(while: { $0 })
                    .catch { _ in .empty() }
            }
            .ignoreElements().asObservable()
    }
}
