import Platform
import SQL

/// How far an account's rules are applied to stored items.
package struct RuleProgress: Sendable, Hashable {
    /// The number of items to which they are applied.
    package let applied: Int
    /// The number of all items.
    package let total: Int

    /// Creates a progress.
    package init(applied: Int, total: Int) {
        (self.applied, self.total) = (min(applied, total), total)
    }
}

/// How changes of rules and folders apply rules to stored items after their transaction. If that fails, the change is stored.
package struct RuleApplying: Sendable {
    /// How long a change may apply them before it leaves the rest to ``FeedStore/applyRules(by:now:)``; nil until all items are done.
    package var time: Duration?
    /// Called with the progress between two transactions.
    package var report: (@Sendable (RuleProgress) -> Void)?

    /// The number of items that are read at once.
    var batch = 500
    /// How long one transaction may keep other writers waiting. It applies the rules to at least one batch.
    var batchTime = Duration.milliseconds(20)

    /// By default, a change applies them to all items.
    package init(time: Duration? = nil, report: (@Sendable (RuleProgress) -> Void)? = nil) {
        (self.time, self.report) = (time, report)
    }
}

extension FeedStore {
    /// How far the account's rules are applied to stored items; nil if they are applied to all.
    package func ruleProgress() throws -> RuleProgress? {
        try read { db in
            let application = RuleApplication(db: db)
            return try application.state().map { state in
                RuleProgress(applied: state.applied, total: try state.total ?? application.countItems())
            }
        }
    }

    /// Continues to apply rules to stored items, of any account, in one short transaction.
    ///
    /// Several processes may call it, each with a name of its own: one of them applies an account's rules, and another one
    /// continues if that doesn't call it for 10 s.
    /// - Returns: whether there is more to do.
    @discardableResult
    package func applyRules(by worker: String, now: Date) throws -> Bool {
        guard let account = try read({ try RuleApplication.next(for: worker, at: now, $0) }) else { return false }
        let store = of(account)
        let total = try store.uncounted()
        try store.write { db in
            guard try RuleApplication(db: db).claim(for: worker, at: now) else { return }
            _ = try step(db, total, at: now)
        }
        return true
    }

    /// The number of items if it isn't stored yet.
    private func uncounted() throws -> Int? {
        try read { db in
            let application = RuleApplication(db: db)
            guard let state = try application.state(), state.total == nil else { return nil }
            return try application.countItems()
        }
    }

    /// Applies the account's rules to stored items, in transactions of their own, after a change has begun that.
    ///
    /// With a limit of time, it doesn't fail: the change is stored, and what is left is continued in the background.
    func applyBegunRules(at date: Date) throws {
        let deadline = ruleApplying.time.map { ContinuousClock.now + $0 }
        do {
            var total: Int?
            while let state = try write(nil, { try step($0, total, at: date) }) {
                if let deadline, deadline <= .now { return }
                if total == nil { total = try state.total ?? uncounted() }
                if let report = ruleApplying.report, let total {
                    report(RuleProgress(applied: state.applied, total: total))
                }
            }
        } catch  where deadline != nil {
            // The next step of upkeep continues, or fails in the same way.
        }
    }

    private func step(_ db: StoreTransaction, _ total: Int?, at now: Date) throws -> RuleApplication.State? {
        try RuleApplication(db: db).step(
            limit: ruleApplying.batch, until: .now + ruleApplying.batchTime, total: total, at: now)
    }
}
