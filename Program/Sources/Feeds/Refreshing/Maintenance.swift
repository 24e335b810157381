import Dispatch
import FeedStore
import Freshet
import Platform

extension FeedEnvironment {
    /// Maintains the store in long runs: indexes new items for search, and all others anew after an update that needs it;
    /// removes unused feeds and items; applies changed rules to stored items.
    ///
    /// - Emits: nothing.
    /// - Ends: never; a failed step is retried in the next round.
    /// - Runs on: a scheduler of its own; see ``makeScheduler``.
    /// - Keeps: nothing.
    package func maintenance() -> Observable<Never> {
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
            let pruning = inSteps(every: .seconds(3600)) { try store.pruneNext(now: now()) != nil }
            let reindexing = inSteps(every: .seconds(30)) { try store.reindex(now: now()) }
            let worker = SystemRandomNumberGenerator.hexadecimal(bytes: 8)
            let applyingRules = inSteps(every: .seconds(2)) { try store.applyRules(by: worker, now: now()) }
            return .merge(indexing, pruning, reindexing, applyingRules)
        }
    }

    /// The same environment for a program that runs ``maintenance()``: changes of rules and folders leave it what takes long.
    package var leavingRulesToMaintenance: FeedEnvironment {
        var environment = self
        environment.store = store.applyingRules(RuleApplying(time: .milliseconds(200)))
        return environment
    }

    /// Does work in short steps, with 100 ms after each for other writers, until a step returns false. A failed step ends the round.
    private func inSteps(every period: RxTimeInterval, _ step: @escaping @Sendable () throws -> Bool) -> Observable<
        Never
    > {
        let scheduler = makeScheduler()
        return Observable<Int>.timer(.seconds(0), period: period, scheduler: scheduler)
            .flatMapFirst { _ in
                Observable<Int>.timer(.seconds(0), period: .milliseconds(100), scheduler: scheduler)
                    .map { _ in try step() }
                    .take(while: { $0 })
                    .catch { _ in .empty() }
            }
            .ignoreElements().asObservable()
    }
}
