import SQL
import Platform
import Search
import WebText

/// Applies the rules of accounts to items, within the caller's transaction.
///
/// Reads what is known of all items, decides, and writes by a few statements.
final class RuleRun {
    /// An item that a feed has just added or changed.
    struct Change {
        let item: FeedUpdate.Item
        let stored: ItemWriter.Stored
        /// False for older items that were fetched on request.
        let mayNotify: Bool
    }

    /// An item to which rules are applied.
    private struct Tested {
        let item: RuleItem
        let mayNotify: Bool
    }

    private let db: StoreTransaction
    private let now: Date
    /// The date when items count as saved.
    private let savedAt: Date
    /// The rates that may have been reached, by account.
    private var dueRates: [Account.ID: [Int64: RuleSet.Prepared]] = [:]
    /// The numbers of items that rules may still save or label. Beyond the account's limit they save none, so that no refresh fails.
    private var savedRoom: [Account.ID: Int] = [:]

    /// - Parameter savedAt: the date when items count as saved; nil for `now`.
    init(_ db: StoreTransaction, at now: Date, savedAt: Date? = nil) {
        (self.db, self.now, self.savedAt) = (db, now, savedAt ?? now)
    }

    /// Applies the rules of all accounts that read a feed to items in the order in which notifications name them.
    func apply(_ changes: [Change], in feed: Int64, _ key: FeedKey) throws {
        if changes.isEmpty { return }
        let accounts = try RuleQueries.rules(ofReadersOf: feed, db)
        if accounts.isEmpty { return }
        let needs = accounts.reduce(SearchSubject.Needs()) { $0.union($1.rules.needs) }
        var facts = RuleFacts()
        facts.add(feed, key, readBy: accounts.map(\.account))
        for change in changes where change.stored.isNew { facts.add(new: change.stored.id, in: feed) }
        let stored = changes.filter { !$0.stored.isNew }.map(\.stored.id)
        let actsOnce = accounts.contains { !$0.rules.actions.isEmpty }
        try facts.read(stored, for: accounts.map(\.account), actsOnce: actsOnce, db)
        let items = changes.map { Tested(item: RuleItem($0.item, $0.stored, needs), mayNotify: $0.mayNotify) }
        facts.stories = RuleStories(of: items.map(\.item.id))
        let others = try others(of: items, accounts, &facts, needs, actsOnce: actsOnce)
        try apply(accounts, to: items, others, &facts, needs) { $0.actions }
    }

    /// The items that tell the stories of some, too, for the accounts whose rules test stories.
    private func others(
        of items: [Tested], _ accounts: [AccountRules], _ facts: inout RuleFacts, _ needs: SearchSubject.Needs,
        actsOnce: Bool
    ) throws -> [Account.ID: [Tested]] {
        let known = Set(items.map(\.item.id))
        var mayNotify: [Account.ID: [Int64: Bool]] = [:]
        for account in accounts where account.rules.needs.contains(.stories) {
            for one in items {
                let row = try facts.stories.row(of: one.item.id, for: account.account, db)
                for member in row?.members ?? [] where !known.contains(member.id) {
                    if mayNotify[account.account]?[member.id] == true { continue }
                    mayNotify[account.account, default: [:]][member.id] = one.mayNotify
                }
            }
        }
        let ids = Set(mayNotify.values.flatMap(\.keys)).sorted()
        if ids.isEmpty { return [:] }
        try facts.read(ids, for: accounts.map(\.account), actsOnce: actsOnce, db)
        var read: [Int64: RuleItem] = [:]
        let selection = "id IN " + SelectionStatement.list(ids)
        for row in try db.rows(RuleQueries.items(needs, selection), [], isReused: false) {
            let item = try RuleItem(row, needs)
            read[item.id] = item
        }
        return mayNotify.mapValues { others in
            others.sorted { $0.key > $1.key }.compactMap { id, mayNotify in
                read[id].map { Tested(item: $0, mayNotify: mayNotify) }
            }
        }
    }

    /// Applies an account's rules that hide and highlight to stored items, and some of those that act once, except
    /// notifications.
    func reapply(_ rules: AccountRules, to items: [RuleItem], acting: Set<Int64> = []) throws {
        var facts = RuleFacts()
        try facts.read(items.map(\.id), for: [rules.account], actsOnce: !acting.isEmpty, db)
        facts.stories = RuleStories(of: items.map(\.id))
        let tested = items.map { Tested(item: $0, mayNotify: false) }
        try apply([rules], to: tested, [:], &facts, rules.rules.needs) { rules in
            rules.actions.filter { acting.contains($0.id) }
        }
    }

    private func apply(
        _ accounts: [AccountRules], to items: [Tested], _ others: [Account.ID: [Tested]], _ facts: inout RuleFacts,
        _ needs: SearchSubject.Needs, acting: (RuleSet) -> [RuleSet.Prepared]
    ) throws {
        if needs.contains(.folders) { try facts.readFolders(db) }
        if needs.contains(.slope) {
            let ids = Set((items + others.values.joined()).map(\.item.id)).sorted()
            try facts.readSlopes(of: ids, at: now.milliseconds, db)
        }
        var effects = RuleEffects(at: now)
        for account in accounts {
            let actions = acting(account.rules)
            for tested in items { try apply(account, tested, actions, &facts, &effects) }
            // Only what tests stories can act otherwise than when they changed themselves.
            let ofStories = actions.filter { $0.predicate.needs.contains(.stories) }
            for tested in others[account.account] ?? [] {
                try apply(account, tested, ofStories, &facts, &effects)
            }
        }
        try effects.write(db)
    }

    private func apply(
        _ account: AccountRules, _ tested: Tested, _ actions: [RuleSet.Prepared], _ facts: inout RuleFacts,
        _ effects: inout RuleEffects
    ) throws {
        let (rules, milliseconds, item, mayNotify) = (account.rules, now.milliseconds, tested.item, tested.mayNotify)
        let key = RuleFacts.AccountItem(account: account.account, item: item.id)
        let listings = facts.listings(of: item.id, for: account.account, db.options)
        var subject = item.subject
        subject.isSaved = facts.saved.contains(key)
        subject.feeds = listings.map(\.1)
        subject.slope = facts.slopes[item.id]
        if rules.needs.contains(.stories), let row = try facts.stories.row(of: item.id, for: account.account, db) {
            subject.story = row.tested
        }
        func isFirst(_ action: RuleSet.Prepared, at time: Int64? = nil) -> Bool {
            guard facts.match(action.id, item.id) else { return false }
            effects.match(action.id, item.id, at: time ?? milliseconds)
            return true
        }
        /// Once for a story that several items tell.
        func isFirstOfStory(_ action: RuleSet.Prepared) throws -> Bool {
            try isFirst(action) && !facts.hasMatched(action.id, othersOf: item.id, for: account.account, db)
        }
        let matching = actions.filter { $0.matches(subject, now: milliseconds) }
        for action in matching where action.rule.verb == .save {
            guard try subject.isSaved || room(of: account.account) > 0, try isFirstOfStory(action) else { continue }
            if try MarkWriter(db: db.of(account.account)).save(item.id, at: savedAt, changedAt: now) {
                savedRoom[account.account, default: 0] -= 1
                subject.isSaved = true
                facts.saved.insert(key)
            }
        }
        var isVisible = subject.isSaved
        for (listing, feed) in listings where listing.isCurrent {
            var shown = subject
            shown.feeds = [feed]
            let isMuted = !subject.isSaved && rules.hides(shown, now: milliseconds)
            if !isMuted { isVisible = true }
            let muting = RuleFacts.Muting(account: account.account, feed: listing.feed, item: item.id)
            if isMuted != facts.muted.contains(muting) { effects.set(muting, isMuted: isMuted) }
        }
        let isHighlighted = rules.highlights(subject, now: milliseconds)
        if isHighlighted != facts.highlighted.contains(key) { effects.set(key, isHighlighted: isHighlighted) }
        // Upstreams send dates in the future, which would outlast all others.
        let time = min(subject.time, milliseconds)
        for action in matching {
            let isNew = item.firstSeenAt >= action.stored.createdAt.milliseconds
            switch (action.rule.verb, action.rule.trigger) {
            case (.label, _):
                guard try subject.isSaved || room(of: account.account) > 0, try isFirstOfStory(action) else {
                    continue
                }
                if try label(item.id, action.rule, account.account), !subject.isSaved {
                    savedRoom[account.account, default: 0] -= 1
                }
            case (.mark, _):
                if isFirst(action) {
                    _ = try MarkWriter(db: db.of(account.account)).mark(item.id, as: .read, at: now)
                }
            case (.notify, .each):
                if isVisible, mayNotify, isNew, try isFirstOfStory(action) {
                    effects.notices.append(
                        NotificationWriter.Notice(account: account.account, rule: action.rule, item: item.id))
                }
            case (.notify, .rate):
                if isVisible, mayNotify, isNew, time >= action.stored.createdAt.milliseconds, isFirst(action, at: time)
                {
                    dueRates[account.account, default: [:]][action.id] = action
                }
            case (.notify, .absence): effects.noteArrival(for: action.id, at: time)
            default: break
            }
        }
    }

    /// Gives an item the label of a rule; returns false if it had it. Beyond the limits of labels, the item gets none:
    /// that mustn't fail a refresh.
    private func label(_ item: Int64, _ rule: Rule, _ account: Account.ID) throws -> Bool {
        guard let name = rule.label else { return false }
        do { return try LabelWriter(db: db.of(account)).add(name, to: item, at: now) } catch is LabelError {
            return false
        }
    }

    private func room(of account: Account.ID) throws -> Int {
        if let room = savedRoom[account] { return room }
        let room = try db.of(account).room(for: .saved) ?? .max
        savedRoom[account] = room
        return room
    }

    // MARK: Rates

    /// Queues notifications of rates. Called once after the items.
    func finish() throws {
        for (account, rules) in dueRates.sorted(by: { $0.key < $1.key }) {
            for (_, action) in rules.sorted(by: { $0.key < $1.key }) {
                guard case .rate(let count, let seconds) = action.rule.trigger else { continue }
                try checkRate(account, action, count, Int64(seconds) * 1000)
            }
        }
        dueRates = [:]
    }

    private func checkRate(_ account: Account.ID, _ action: RuleSet.Prepared, _ count: Int, _ span: Int64) throws {
        let sql = """
            SELECT at FROM rule_match WHERE rule_id = ?1 AND at > coalesce((SELECT fired_at FROM rule WHERE id = ?1), -1)
            ORDER BY at
            """
        let times = try db.integers(sql, [action.id])
        guard let newest = times.last else { return }
        var notices: [NotificationWriter.Notice] = []
        var first = 0
        while first + count <= times.count {
            if times[first + count - 1] - times[first] > span {
                first += 1
                continue
            }
            // Later ones within the span belong to the same burst, also if they arrive later.
            let end = times.lastIndex { $0 - times[first] <= span } ?? first
            notices.append(NotificationWriter.Notice(account: account, rule: action.rule, count: end - first + 1))
            try db.execute("UPDATE rule SET fired_at = ? WHERE id = ?", [times[first] + span, action.id])
            first = end + 1
        }
        try NotificationWriter(db: db).add(notices, at: now)
        try db.execute("DELETE FROM rule_match WHERE rule_id = ? AND at < ?", [action.id, newest - span])
    }
}

/// The changes of rules, collected and then written by a few statements.
private struct RuleEffects {
    private let now: Date
    private var hidden = TableRows("muted", "account_id", "feed_id", "item_id")
    private var shown = ValuesClause(.integer, .integer, .integer)
    private var highlights = TableRows("mark", "item_id", "account_id", "is_highlighted")
    private var matches = TableRows("rule_match", "rule_id", "item_id", "at")
    private var arrivals: [Int64: Int64] = [:]
    var notices: [NotificationWriter.Notice] = []
    /// The accounts that see the changes.
    private var accounts: Set<Account.ID> = []

    init(at now: Date) { self.now = now }

    mutating func set(_ muting: RuleFacts.Muting, isMuted: Bool) {
        accounts.insert(muting.account)
        if isMuted {
            hidden.append(muting.account, muting.feed, muting.item)
        } else {
            shown.append(muting.account, muting.feed, muting.item)
        }
    }

    mutating func set(_ key: RuleFacts.AccountItem, isHighlighted: Bool) {
        accounts.insert(key.account)
        highlights.append(key.item, key.account, isHighlighted)
    }

    mutating func match(_ rule: Int64, _ item: Int64, at time: Int64) { matches.append(rule, item, time) }

    /// Notes that an item has arrived for a rule that notifies of absences.
    mutating func noteArrival(for rule: Int64, at time: Int64) { arrivals[rule] = max(arrivals[rule] ?? time, time) }

    func write(_ db: StoreTransaction) throws {
        db.noteChanges(StoreChanges(accounts: accounts))
        try hidden.insert(db, onConflict: "ON CONFLICT DO NOTHING")
        try shown.execute(db) {
            "DELETE FROM muted WHERE (account_id, feed_id, item_id) IN (SELECT column1, column2, column3 FROM \($0))"
        }
        try highlights.insert(
            db,
            onConflict: "ON CONFLICT (item_id, account_id) DO UPDATE SET is_highlighted = excluded.is_highlighted")
        try matches.insert(db, onConflict: "ON CONFLICT DO NOTHING")
        var arrived = TableRows("rule", "id", "matched_at")
        for (rule, time) in arrivals.sorted(by: { $0.key < $1.key }) { arrived.append(rule, time) }
        try arrived.update(db, where: "coalesce(rule.matched_at, 0) < given.column2")
        try NotificationWriter(db: db).add(notices, at: now)
    }
}
