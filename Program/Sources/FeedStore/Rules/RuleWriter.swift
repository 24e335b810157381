import SQL
import Platform
import Search
import WebText

/// Applies the rules of an account to items, within the caller's transaction.
final class RuleWriter {
    /// A feed that lists an item.
    private struct Listing {
        let feedID: Int64
        let feed: SearchSubject.Feed
        let isMuted: Bool
        let isCurrent: Bool
    }

    private let db: StoreTransaction
    private let rules: RuleSet
    private let now: Date
    private let folders: [String: String]
    private var feeds: [Int64: SearchSubject.Feed] = [:]
    private var dueRates: Set<Int64> = []
    /// How many items rules may still save: beyond the account's limit they save none, rather than fail a refresh.
    private lazy var savedRoom = Result { try db.room(for: .saved) ?? .max }

    init(_ db: StoreTransaction, _ stored: [StoredRule], at now: Date) throws {
        self.db = db
        self.now = now
        rules = RuleSet(stored)
        folders = rules.needs.contains(.folders) ? try RuleQueries.folders(db) : [:]
    }

    /// Those of all accounts that have rules.
    static func loadAll(_ db: StoreTransaction, at now: Date) throws -> [RuleWriter] {
        try db.integers("SELECT DISTINCT account_id FROM rule").compactMap { try load(db.of($0), at: now) }
    }

    /// Whether the account reads a feed: to others their rules don't apply.
    func reads(_ feed: Int64) throws -> Bool {
        try db.row("SELECT 1 FROM reading WHERE account_id = ? AND feed_id = ?", [db.account, feed]) != nil
    }

    /// Nil without rules.
    static func load(_ db: StoreTransaction, at now: Date) throws -> RuleWriter? {
        let stored = try RuleQueries.stored(db)
        return stored.isEmpty ? nil : try RuleWriter(db, stored, at: now)
    }

    /// Applies the rules to an item that a feed has just added or changed.
    ///
    /// - Parameter mayNotify: false for older items that were fetched on request.
    func apply(_ item: Refresh.Item, _ stored: ItemWriter.Stored, mayNotify: Bool) throws {
        try apply(RuleItem(item, stored, rules.needs), acting: rules.actions, mayNotify: mayNotify)
    }

    /// Applies only the rules that hide and highlight, to one stored item.
    func reapply(item: Int64) throws {
        let sql = RuleQueries.items(rules.needs, "id = ?")
        guard let row = try db.row(sql, [item]) else { return }
        try apply(RuleItem(row, rules.needs), acting: [], mayNotify: false)
    }

    /// Applies only the rules that hide and highlight, to those of some stored items that the account sees.
    func reapply(items: [Int64]) throws {
        let chosen = "id IN (\(items.map(String.init).joined(separator: ", "))) AND \(try Account.seesItem(db))"
        for row in try db.rows(RuleQueries.items(rules.needs, chosen), [], isReused: false) {
            try apply(RuleItem(row, rules.needs), acting: [], mayNotify: false)
        }
    }

    /// Applies the rules to every stored item. Of the rules that act once, only those in `new` that mark or save are applied.
    func reapplyAll(new: Set<Int64> = []) throws {
        let acting = rules.actions.filter { new.contains($0.id) }
        let sql = RuleQueries.items(rules.needs, "id > ? AND \(try Account.seesItem(db)) ORDER BY id LIMIT 500")
        var last: Int64 = 0
        while true {
            let rows = try db.rows(sql, [last])
            for row in rows {
                last = try row.integer(0)
                try apply(RuleItem(row, rules.needs), acting: acting, mayNotify: false)
            }
            if rows.count < 500 { break }
        }
    }

    private func apply(_ item: RuleItem, acting: [RuleSet.Prepared], mayNotify: Bool) throws {
        var subject = item.subject
        let marks = try MarkWriter(db: db).marks(of: item.id)
        subject.isSaved = marks.isSaved
        let listings = try listings(of: item.id)
        subject.feeds = listings.map(\.feed)
        if rules.needs.contains(.slope) { subject.slope = try ScoreHistory(db: db).slope(of: item.id, at: now) }
        let milliseconds = now.milliseconds
        let matching = acting.filter { $0.matches(subject, now: milliseconds) }
        for action in matching where action.rule.verb == .save {
            guard try subject.isSaved || savedRoom.get() > 0, try isFirst(action, item.id) else { continue }
            if try MarkWriter(db: db).mark(item.id, as: .saved, at: now) {
                savedRoom = savedRoom.map { $0 - 1 }
                subject.isSaved = true
            }
        }
        let isVisible = try show(item.id, listings, subject, milliseconds)
        let isHighlighted = rules.highlights(subject, now: milliseconds)
        if isHighlighted != marks.isHighlighted {
            try MarkWriter(db: db).write(item.id, ["is_highlighted": isHighlighted])
        }
        for action in matching {
            switch action.rule.verb {
            case .mark:
                if try isFirst(action, item.id) { _ = try MarkWriter(db: db).mark(item.id, as: .read, at: now) }
            case .notify:
                try notify(action, item, subject, isVisible && mayNotify)
            case .mute, .keep, .save, .highlight: break
            }
        }
    }

    /// Hides or shows the item in each feed. Returns whether any feed shows it.
    private func show(_ item: Int64, _ listings: [Listing], _ subject: SearchSubject, _ now: Int64) throws -> Bool {
        var isVisible = subject.isSaved
        for listing in listings where listing.isCurrent {
            var subject = subject
            subject.feeds = [listing.feed]
            let isMuted = !subject.isSaved && rules.hides(subject, now: now)
            if !isMuted { isVisible = true }
            if isMuted == listing.isMuted { continue }
            try db.execute(
                isMuted
                    ? "INSERT INTO muted (account_id, feed_id, item_id) VALUES (?, ?, ?)"
                    : "DELETE FROM muted WHERE account_id = ? AND feed_id = ? AND item_id = ?",
                [db.account, listing.feedID, item])
        }
        return isVisible
    }

    private func listings(of item: Int64) throws -> [Listing] {
        try db.rows(Self.listings, [db.account, item]).map { columns in
            let id = try columns.integer(0)
            return Listing(
                feedID: id, feed: try feed(id), isMuted: try columns.optionalInteger(1) != nil,
                isCurrent: try columns.flag(2))
        }
    }

    private static let listings = """
        SELECT listing.feed_id, muted.item_id, listing.is_current
        FROM listing CROSS JOIN reading ON reading.feed_id = listing.feed_id AND reading.account_id = ?1
        LEFT JOIN muted ON muted.account_id = ?1 AND muted.feed_id = listing.feed_id AND muted.item_id = listing.item_id
        WHERE listing.item_id = ?2
        """

    private func feed(_ id: Int64) throws -> SearchSubject.Feed {
        if let known = feeds[id] { return known }
        let key = FeedKey(try db.row("SELECT key FROM feed WHERE id = ?", [id])?.text(0) ?? "")
        let feed = RuleQueries.subject(db, key, folders)
        feeds[id] = feed
        return feed
    }

    /// Records that the rule acts on the item; false if it did already.
    private func isFirst(_ action: RuleSet.Prepared, _ item: Int64, at time: Int64? = nil) throws -> Bool {
        try db.execute(
            "INSERT INTO rule_match (rule_id, item_id, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            [action.id, item, time ?? now.milliseconds]) > 0
    }

    // MARK: Notifications

    private func notify(
        _ action: RuleSet.Prepared, _ item: RuleItem, _ subject: SearchSubject, _ isDue: Bool
    ) throws {
        let isNew = item.firstSeenAt >= action.stored.createdAt.milliseconds
        // Upstreams send dates in the future, which would outlast all others.
        let time = min(subject.time, now.milliseconds)
        switch action.rule.trigger {
        case .each:
            guard isDue, isNew, try isFirst(action, item.id) else { return }
            try NotificationWriter(db: db).add(action.rule, item: item.id, at: now)
        case .rate:
            guard isDue, isNew, time >= action.stored.createdAt.milliseconds,
                try isFirst(action, item.id, at: time)
            else { return }
            dueRates.insert(action.id)
        case .absence:
            try db.execute(
                "UPDATE rule SET matched_at = ?1 WHERE id = ?2 AND coalesce(matched_at, 0) < ?1", [time, action.id])
        }
    }

    /// Queues notifications of rates and absences. Called once after the items.
    func finish() throws {
        for action in rules.actions {
            switch action.rule.trigger {
            case .each: break
            case .rate(let count, let seconds):
                if dueRates.contains(action.id) { try checkRate(action, count, Int64(seconds) * 1000) }
            case .absence(let seconds): try checkAbsence(action, Int64(seconds) * 1000)
            }
        }
        dueRates = []
    }

    private func checkRate(_ action: RuleSet.Prepared, _ count: Int, _ span: Int64) throws {
        let sql = """
            SELECT at FROM rule_match WHERE rule_id = ?1 AND at > coalesce((SELECT fired_at FROM rule WHERE id = ?1), -1)
            ORDER BY at
            """
        let times = try db.integers(sql, [action.id])
        guard let newest = times.last else { return }
        var first = 0
        while first + count <= times.count {
            if times[first + count - 1] - times[first] > span {
                first += 1
                continue
            }
            // Later ones within the span belong to the same burst, also if they arrive later.
            let end = times.lastIndex { $0 - times[first] <= span } ?? first
            try NotificationWriter(db: db).add(action.rule, count: end - first + 1, at: now)
            try fire(action.id, at: times[first] + span)
            first = end + 1
        }
        try db.execute("DELETE FROM rule_match WHERE rule_id = ? AND at < ?", [action.id, newest - span])
    }

    private func checkAbsence(_ action: RuleSet.Prepared, _ span: Int64) throws {
        guard let columns = try db.row("SELECT matched_at, fired_at FROM rule WHERE id = ?", [action.id]) else {
            return
        }
        let last = try columns.optionalInteger(0) ?? action.stored.createdAt.milliseconds
        guard now.milliseconds - last >= span, try columns.optionalInteger(1) != last,
            try isFetched(action, since: last + span)
        else { return }
        try NotificationWriter(db: db).add(action.rule, count: 0, at: now)
        try fire(action.id, at: last)
    }

    /// Whether a feed that the rule names has been fetched since: until then, items may be waiting upstream.
    private func isFetched(_ action: RuleSet.Prepared, since time: Int64) throws -> Bool {
        let named = SearchPredicate(action.rule.query.terms.filter(\.condition.namesFeeds))
        let sql = """
            SELECT id FROM feed JOIN reading ON reading.feed_id = feed.id AND reading.account_id = ? WHERE fetched_at >= ?
            """
        let ids = try db.integers(sql, [db.account, time])
        return try ids.contains { id in
            var subject = SearchSubject(SearchFields(), milliseconds: 0, [])
            subject.feeds = [try feed(id)]
            return action.scope.narrowed(subject).map { named.matches($0, now: now.milliseconds) } ?? false
        }
    }

    private func fire(_ rule: Int64, at time: Int64) throws {
        try db.execute("UPDATE rule SET fired_at = ? WHERE id = ?", [time, rule])
    }
}
