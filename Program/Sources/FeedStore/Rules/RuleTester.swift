import SQL
import Platform
import Search
import WebText

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
            if rules.needs.contains(.slope) { subject.slope = try ScoreHistory(db: db).slope(of: item.id, at: now) }
            if let row = try stories.row(of: item.id, for: db.account, db) { subject.story = row.tested }
            if prepared.matches(subject, now: now.milliseconds) { matching.append(item.id) }
            if hides(subject, feeds) { hidden.append(item.id) }
        }
        return RuleTest(
            tested: rows.count, matched: matching.count, hidden: hidden.count,
            items: try items(rule.verb == .keep ? hidden : matching))
    }

    /// Whether each feed that lists the item would hide it.
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
