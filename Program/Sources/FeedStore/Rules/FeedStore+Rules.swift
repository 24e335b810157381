import Platform
import SQL
import Search
import WebText

/// The rules, which are applied as items are stored.
///
/// ``Rule/Verb/save`` is applied first and overrides `mute` and `keep`. Hidden items don't notify. A rule marks, saves or
/// notifies once for each item.
extension FeedStore {
    /// The rules, in order.
    package func rules() throws -> [StoredRule] { try read(RuleQueries.stored) }

    /// Adds rules at the end, and applies them to the stored items, the newest first, in short transactions of their own.
    ///
    /// Ignores rules that exist already. Items stored before never notify. If an error is thrown while the rules are applied,
    /// they are stored, and applied later; see ``ruleApplying``.
    /// - Returns: the added rules.
    @discardableResult
    package func addRules(_ rules: [Rule], at date: Date) throws -> [StoredRule] {
        if rules.isEmpty { return [] }
        return try write { db in
            let added = try rules.compactMap { try insert(db, $0, at: date) }
            if added.contains(where: \.rule.concernsStoredItems) {
                try RuleApplication(db: db).begin(new: added, at: date)
            }
            return added
        }
    }

    /// Removes a rule. Items that it hid or highlighted change back; marks and saves stay.
    ///
    /// Applies the other rules to the stored items, as ``addRules(_:at:)`` does.
    ///
    /// - Returns: false if there is no such rule.
    @discardableResult
    package func removeRule(_ id: Int64, at date: Date) throws -> Bool {
        try write { db in
            guard let text = try remove(db, id) else { return false }
            if changesLists(text) { try RuleApplication(db: db).begin(at: date) }
            return true
        }
    }

    /// Nil if the rule exists already.
    func insert(_ db: StoreTransaction, _ rule: Rule, at date: Date) throws -> StoredRule? {
        let sql = """
            INSERT INTO rule (account_id, position, text, created_at)
            SELECT ?1, coalesce(max(position), -1) + 1, ?2, ?3 FROM rule WHERE account_id = ?1
            ON CONFLICT DO NOTHING RETURNING id
            """
        return try db.row(sql, [db.account, rule.text, date.milliseconds]).map { row in
            db.noteAdded(.rules)
            return StoredRule(id: try row.integer(0), rule: rule, createdAt: Date(milliseconds: date.milliseconds))
        }
    }

    /// Returns the rule's text; nil if there is no such rule.
    private func remove(_ db: StoreTransaction, _ id: Int64) throws -> String? {
        let own = "FROM rule WHERE id = ? AND account_id = ?"
        guard let text = try db.row("SELECT text " + own, [id, db.account])?.text(0) else { return nil }
        try db.execute("DELETE " + own, [id, db.account])
        try db.execute("DELETE FROM rule_match WHERE rule_id = ?", [id])
        return text
    }

    /// True if removing a rule with this text changes lists.
    private func changesLists(_ text: String) -> Bool {
        // A rule that this version can't read has no effect.
        guard let rule = try? Rule(parsing: text) else { return false }
        return switch rule.verb {
        case .mute, .keep, .highlight: true
        case .mark, .save, .label, .notify: false
        }
    }

    /// Tests a rule on the `limit` most recently stored items, without changing anything.
    ///
    /// Reads the most recently stored items, with their texts if the rule needs them.
    /// - Parameter deadline: when it fails with ``FeedStoreError/tooSlow``; nil for never.
    package func testRule(
        _ rule: Rule, limit: Int, now: Date, until deadline: ContinuousClock.Instant? = nil
    ) throws -> RuleTest {
        try read { db in
            try db.limited(until: deadline) {
                try RuleTester(db, rule, now: now).test(limit: limit) { ids in
                    try ids.flatMap { id in
                        try database.rows(of: "items", db, Self.tested, [id, db.account]) { try $0.item() }
                    }
                }
            }
        }
    }

    private static let tested = ItemQueries.items("SELECT ?1 AS id", "?2")

    /// The rules that hide items of a feed, for items that aren't stored yet; nil if there are none.
    ///
    /// Reads the rules and, if they use folders, the feed's folder.
    package func muteFilter(for feed: FeedKey) throws -> MuteFilter? {
        try read { db in
            guard let rules = try RuleQueries.rules(db)?.rules, rules.canHide else { return nil }
            let folders = rules.needs.contains(.folders) ? try RuleQueries.folders(db) : [:]
            return MuteFilter(rules: rules, feed: RuleQueries.subject(db, feed, folders))
        }
    }
}

extension Rule {
    /// True if items stored before the rule matter to it. They don't notify, but an absence counts from the last one.
    fileprivate var concernsStoredItems: Bool {
        switch (verb, trigger) {
        case (.notify, .each), (.notify, .rate): false
        default: true
        }
    }
}

/// Finds the items of a feed that rules hide.
package struct MuteFilter: Sendable {
    let rules: RuleSet
    let feed: SearchSubject.Feed

    /// Returns true if the rules hide an unsaved item with these fields.
    package func hides(_ fields: SearchFields, date: Date?, at now: Date) -> Bool {
        var subject = SearchSubject(fields, time: date ?? now, rules.needs)
        subject.feeds = [feed]
        return rules.hides(subject, now: now.milliseconds)
    }
}

/// Tests a rule without changing anything.
struct RuleTester {
    private let db: StoreTransaction
    private let rule: Rule
    private let rules: RuleSet
    private let prepared: RuleSet.Prepared
    private let now: Date
    private let folders: [String: String]

    init(_ db: StoreTransaction, _ rule: Rule, now: Date) throws {
        self.db = db
        self.rule = rule
        self.now = now
        let stored = StoredRule(id: 0, rule: rule, createdAt: now)
        prepared = RuleSet.Prepared(stored)
        rules = RuleSet([stored])
        folders = rules.needs.contains(.folders) ? try RuleQueries.folders(db) : [:]
    }

    func test(limit: Int, _ items: ([Int64]) throws -> [StoredItem]) throws -> RuleTest {
        let sql = RuleQueries.items(rules.needs, "\(try Account.seesItem(db)) ORDER BY id DESC LIMIT ?")
        let rows = try db.rows(sql, [max(0, limit)])
        let ids = rules.needs.contains(.stories) ? try rows.map { try $0.integer(RuleQueries.TestedColumn.id) } : []
        var stories = RuleStories(of: ids)
        var matching: [Int64] = [], hidden: [Int64] = []
        for row in rows {
            let item = try RuleItem(row, rules.needs)
            if SearchDeadline.hasPassed { throw FeedStoreError.tooSlow }
            var subject = item.subject
            subject.isSaved = try MarkWriter(db: db).marks(of: item.id).isSaved
            let feeds = try feeds(of: item.id)
            subject.feeds = feeds
            if rules.needs.contains(.slope) {
                subject.slope = try MeasurementWriter(db: db).slope(of: item.id, at: now)
            }
            if let row = try stories.row(of: item.id, for: db.account, db) { subject.story = row.tested }
            if prepared.matches(subject, now: now.milliseconds) { matching.append(item.id) }
            if hides(subject, feeds) { hidden.append(item.id) }
        }
        return RuleTest(
            tested: rows.count, matched: matching.count, hidden: hidden.count,
            items: try items(rule.verb == .keep ? hidden : matching))
    }

    /// True if each feed that lists the item would hide it.
    private func hides(_ subject: SearchSubject, _ feeds: [SearchSubject.Feed]) -> Bool {
        if subject.isSaved || feeds.isEmpty || !rules.canHide { return false }
        return feeds.allSatisfy { feed in
            var subject = subject
            subject.feeds = [feed]
            return rules.hides(subject, now: now.milliseconds)
        }
    }

    private func feeds(of item: Int64) throws -> [SearchSubject.Feed] {
        let sql = """
            SELECT key FROM listing
            CROSS JOIN reading ON reading.feed_id = listing.feed_id AND reading.account_id = ?
            CROSS JOIN feed ON feed.id = listing.feed_id WHERE item_id = ?
            """
        return try db.rows(sql, [db.account, item]).map { try RuleQueries.subject(db, FeedKey($0.text(0)), folders) }
    }
}

/// The result of testing a rule.
package struct RuleTest: Sendable, Hashable {
    /// The number of items tested, the most recently stored ones.
    package var tested: Int
    /// The number of items that match.
    package var matched: Int
    /// The number of items that the rule would hide; 0 unless it mutes or keeps.
    package var hidden: Int
    /// The matching items, or for `keep` the hidden ones; last stored first.
    package var items: [StoredItem]
}
