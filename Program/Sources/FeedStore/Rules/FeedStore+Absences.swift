import SQL
import Platform
import Search
import WebText

extension FeedStore {
    /// Queues notifications of all accounts' rules such as `notify no release for 90d` that are due.
    ///
    /// Reads by a few statements for all accounts, and writes only if something is due.
    package func checkAbsences(now: Date) throws {
        let due = try read { try RuleAbsence.due($0, at: now) }
        if due.isEmpty { return }
        try write(.rows) { db in
            // Another process may have queued it, or an item has arrived.
            let notices = try due.filter { try $0.fire(db) }.map {
                NotificationWriter.Notice(account: $0.account, rule: $0.rule.rule, count: 0)
            }
            try NotificationWriter(db: db).add(notices, at: now)
        }
    }
}

/// A rule that notifies when no item has arrived for a while.
private struct RuleAbsence {
    let account: Account.ID
    let rule: RuleSet.Prepared
    /// The time when the last item arrived, in milliseconds.
    let last: Int64
    let span: Int64

    /// The absences that aren't notified, of feeds that were fetched since: until then, items may be waiting upstream.
    static func due(_ db: StoreTransaction, at now: Date) throws -> [RuleAbsence] {
        let sql = """
            SELECT \(AccountRules.columns), matched_at, fired_at FROM rule
            WHERE lower(text) LIKE 'notify no%' AND is_pending = 0 ORDER BY \(AccountRules.order)
            """
        let long = try db.rows(sql).compactMap { try RuleAbsence($0, at: now.milliseconds) }
        guard let first = long.map({ $0.last + $0.span }).min() else { return [] }
        var fetched: [Account.ID: [(feed: SearchSubject.Feed, at: Int64)]] = [:]
        let feeds = try ValuesClause(Set(long.map(\.account)).sorted()).rows(db, [first]) {
            """
            SELECT reading.account_id, feed.key, feed.fetched_at, followed.folder FROM \($0)
            CROSS JOIN reading ON reading.account_id = given.column1 CROSS JOIN feed ON feed.id = reading.feed_id
            LEFT JOIN followed ON followed.feed = feed.key AND followed.account_id = reading.account_id
            WHERE feed.fetched_at >= ?
            """
        }
        for row in feeds {
            let key = FeedKey(try row.text(1))
            let feed = SearchSubject.Feed(
                key: key.rawValue, folder: try row.optionalText(3), isDiscussion: db.options.isDiscussion(key))
            fetched[try row.integer(0), default: []].append((feed, try row.integer(2)))
        }
        return long.filter { absence in
            (fetched[absence.account] ?? []).contains {
                $0.at >= absence.last + absence.span && absence.names($0.feed, at: now.milliseconds)
            }
        }
    }

    /// Nil if the rule has another trigger, or if an item has arrived or it was notified since.
    private init?(_ row: SQLRow, at now: Int64) throws {
        guard let rule = RuleQueries.parsed([row]).first, case .absence(let seconds) = rule.rule.trigger else {
            return nil
        }
        last = try row.optionalInteger(4) ?? rule.createdAt.milliseconds
        span = Int64(seconds) * 1000
        guard try now - last >= span && row.optionalInteger(5) != last else { return nil }
        account = try row.integer(3)
        self.rule = RuleSet.Prepared(rule)
    }

    private func names(_ feed: SearchSubject.Feed, at now: Int64) -> Bool {
        let named = SearchPredicate(rule.rule.query.terms.filter(\.condition.namesFeeds))
        var subject = SearchSubject(SearchFields(), milliseconds: 0, [])
        subject.feeds = [feed]
        return rule.scope.narrowed(subject).map { named.matches($0, now: now) } ?? false
    }

    /// Records the notification; false if it has ceased to be due.
    func fire(_ db: StoreTransaction) throws -> Bool {
        try db.execute(
            """
            UPDATE rule SET fired_at = ?1
            WHERE id = ?2 AND coalesce(matched_at, created_at) = ?1 AND coalesce(fired_at, ?1 - 1) <> ?1
            """, [last, rule.id]) > 0
    }
}
