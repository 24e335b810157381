import Platform
import SQL
import Search
import WebText

/// The progress of applying an account's rules to stored items.
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

/// The way in which changed rules and folders are applied to stored items after their transaction. If that fails, the change stays stored.
package struct RuleApplying: Sendable {
    /// The time after which a change leaves the rest to ``FeedStore/applyRules(by:now:)``; nil to apply rules to all items.
    package var time: Duration?
    /// Called with the progress between two transactions.
    package var report: (@Sendable (RuleProgress) -> Void)?

    /// The number of items in one batch.
    var batch = 500
    /// The time for which one transaction may block other writers. It applies the rules to at least one batch.
    var batchTime = Duration.milliseconds(20)

    /// By default, a change applies them to all items.
    package init(time: Duration? = nil, report: (@Sendable (RuleProgress) -> Void)? = nil) {
        (self.time, self.report) = (time, report)
    }
}

extension FeedStore {
    /// The progress of applying the account's rules to stored items; nil if they are applied to all.
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
    /// Several processes may call it, each with a name of its own: one of them applies an account's rules, and another
    /// continues if that doesn't call it for 10 s.
    /// - Returns: true if there is more to do.
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
            // The next step of maintenance continues, or fails in the same way.
        }
    }

    private func step(_ db: StoreTransaction, _ total: Int?, at now: Date) throws -> RuleApplication.State? {
        try RuleApplication(db: db).step(
            limit: ruleApplying.batch, until: .now + ruleApplying.batchTime, total: total, at: now)
    }
}

/// Applies an account's rules to stored items in batches, the newest first, each within a transaction of the caller.
///
/// A row of `rule_progress` has the progress, so that any process continues. Items that arrive or change meanwhile get the rules
/// in their refresh.
struct RuleApplication {
    /// A row of `rule_progress`.
    struct State {
        /// The newest item that is left.
        var item: Int64
        var applied: Int
        /// Nil until the items are counted.
        var total: Int?
        let beganAt: Date
    }

    let db: StoreTransaction

    /// Begins with the newest item, also if an earlier application isn't complete: rules, or what they look at, have changed.
    ///
    /// - Parameter new: rules that haven't been applied to stored items. Of those that mark and save, only these act.
    func begin(new: [StoredRule] = [], at date: Date) throws {
        // Later arrivals wait for this transaction, and then get the rules in their refresh.
        try db.lockArrivals()
        guard let newest = try db.row("SELECT max(id) FROM item")?.optionalInteger(0) else { return }
        for rule in new { try db.execute("UPDATE rule SET is_pending = 1 WHERE id = ?", [rule.id]) }
        try db.execute(
            """
            INSERT INTO rule_progress (account_id, item_id, applied, began_at) VALUES (?, ?, 0, ?)
            ON CONFLICT (account_id) DO UPDATE SET item_id = excluded.item_id, applied = 0, total = NULL,
                began_at = excluded.began_at
            """, [db.account, newest, date.milliseconds])
        db.noteRules(begunAt: date)
    }

    /// The progress; nil if the rules are applied to all items.
    func state() throws -> State? {
        let sql = "SELECT item_id, applied, total, began_at FROM rule_progress WHERE account_id = ?"
        return try db.row(sql, [db.account]).map { row in
            State(
                item: try row.integer(0), applied: try row.count(1), total: try row.optionalCount(2),
                beganAt: try row.date(3))
        }
    }

    /// The number of items that the account sees.
    func countItems() throws -> Int { try db.count("SELECT count(*) FROM item WHERE \(try Account.seesItem(db))") }

    /// Applies the rules to at least one batch of items, and to more until an instant; to all if that is nil.
    ///
    /// - Parameters:
    ///   - limit: the number of items of a batch.
    ///   - total: the number of all items, if the caller has counted them.
    /// - Returns: nil if no items are left.
    func step(
        limit: Int, until deadline: ContinuousClock.Instant?, total: Int? = nil, at now: Date
    ) throws -> State? {
        guard var state = try state() else { return nil }
        let writer = try RuleWriter.all(db, at: now, savedAt: state.beganAt)
        let pending = try db.integers("SELECT id FROM rule WHERE account_id = ? AND is_pending = 1", [db.account])
        let range = """
            SELECT min(id), count(*) FROM (SELECT id FROM item WHERE id <= ? ORDER BY id DESC LIMIT ?) AS newest
            """
        repeat {
            guard let row = try db.row(range, [state.item, limit]), let first = try row.optionalInteger(0) else {
                try finish()
                return nil
            }
            state.applied += try writer.reapply(itemsFrom: first, through: state.item, acting: Set(pending))
            state.item = first - 1
            if try row.count(1) < limit {
                try finish()
                return nil
            }
        } while deadline.map { .now < $0 } ?? true
        state.total = total ?? state.total
        try db.execute(
            "UPDATE rule_progress SET item_id = ?, applied = ?, total = ? WHERE account_id = ?",
            [state.item, state.applied, state.total, db.account])
        return state
    }

    private func finish() throws {
        try db.execute("UPDATE rule SET is_pending = 0 WHERE account_id = ? AND is_pending = 1", [db.account])
        try db.execute("DELETE FROM rule_progress WHERE account_id = ?", [db.account])
    }

    // MARK: Claims

    /// The time for which a background worker claims an account, in seconds.
    private static let claimSpan = 10.0

    private static let isFree = "(claimant IS NULL OR claimant = ? OR claimed_until <= ?)"

    /// The next account whose application a worker can continue; nil if there is none, or if others continue them.
    static func next(for worker: String, at now: Date, _ db: StoreTransaction) throws -> Account.ID? {
        let sql = "SELECT account_id FROM rule_progress WHERE \(isFree) ORDER BY began_at, account_id LIMIT 1"
        return try db.row(sql, [worker, now.milliseconds])?.integer(0)
    }

    /// Claims the account for a worker; false if another worker has claimed it.
    func claim(for worker: String, at now: Date) throws -> Bool {
        try db.execute(
            "UPDATE rule_progress SET claimant = ?, claimed_until = ? WHERE account_id = ? AND \(Self.isFree)",
            [worker, (now + Self.claimSpan).milliseconds, db.account, worker, now.milliseconds]) > 0
    }
}
