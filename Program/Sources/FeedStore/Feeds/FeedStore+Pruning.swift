import SQL
import Platform

extension FeedStore {
    /// Removes what is due, in transactions of some milliseconds each, until nothing is.
    ///
    /// Feeds that aren't followed and that weren't visited or fetched for 30 days, with their items, unless these are saved or
    /// another feed lists them; items that no feed lists and nobody saved; ledger entries and quotas without a request for 90
    /// days; markings that can't be undone any more. Saved items that were read, of an account that keeps them for a number of
    /// days only.
    /// - Returns: the removed feeds.
    @discardableResult
    package func prune(now: Date) throws -> [FeedKey] {
        var removed: [FeedKey] = []
        while let feeds = try pruneNext(now: now) { removed += feeds }
        return removed
    }

    /// Does one step of ``prune(now:)``, in one transaction.
    ///
    /// Reads only what is due. Several processes may call it.
    /// - Returns: the removed feeds; nil if nothing was due.
    package func pruneNext(now: Date) throws -> [FeedKey]? {
        guard let work = try read({ try Pruning(db: $0, now: now).next() }) else { return nil }
        return work.isShown
            ? try write(work.scope) { try Pruning(db: $0, now: now).run(work) }
            : try writeSilently(work.scope) { try Pruning(db: $0, now: now).run(work) }
    }
}
