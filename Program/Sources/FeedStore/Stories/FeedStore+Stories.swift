import Platform
import SQL
import WebText

extension FeedStore {
    /// Reads the index of stories once, before a commit keeps others waiting. The commit reads what arrives meanwhile.
    func readStories(at now: Date) throws {
        guard database.options.stories != nil else { return }
        try database.stories.begin { try read { try StoryWriter(db: $0).extended(nil, at: now) } }
    }

    /// The stories of some items, as the account sees them; items that are by themselves have none.
    package func stories(of items: [ItemKey]) throws -> [ItemKey: StoryGroup] {
        if items.isEmpty { return [:] }
        return try read { db in
            guard let stories = try StoryRows(db) else { return [:] }
            var found: [ItemKey: StoryGroup] = [:]
            let chosen = Set(items)
            for row in try stories.rows(of: items, db) {
                for member in row.members where chosen.contains(member.key) { found[member.key] = stories.story(row) }
            }
            return found
        }
    }

    /// Reads the account's preferences for stories.
    package func storyPreferences() throws -> StoryPreferences { try read { try StoryPreferences($0) } }

    // MARK: Decisions of the account

    /// Takes items out of their stories for good, for this account. Each gets a row of its own.
    ///
    /// - Returns: the change for ``undo(_:)``; nil if the items are in no story.
    package func takeApart(_ items: [ItemKey]) throws -> StoryChange? {
        try changeStories { db, stories in
            let chosen = Set(items)
            var pairs: [StoryChange.Pair] = []
            for row in try stories.rows(of: items, db) {
                for member in row.members where chosen.contains(member.key) {
                    for other in row.members where other.id != member.id {
                        pairs.append(StoryChange.Pair(member.id, other.id, StoryRows.apart))
                    }
                }
            }
            return pairs
        }
    }

    /// Makes the stories of items one, for this account, also if it has taken them apart.
    ///
    /// Leaves out items that no followed feed lists whose items join others.
    ///
    /// - Returns: the change for ``undo(_:)``; nil if they are one already, or less than two are left.
    package func join(_ items: [ItemKey]) throws -> StoryChange? {
        try changeStories { db, stories in
            let stored = try items.compactMap { try ItemWriter(db: db, scope: $0.scope).find($0.id) }
            let listed = try stories.listed(stored)
            let ids = stored.filter(listed.contains)
            guard let first = ids.first else { return [] }
            let rows = try stories.rows(of: items, db)
            func all(_ item: Int64) -> [Int64] {
                rows.first { $0.members.contains { $0.id == item } }?.members.map(\.id) ?? [item]
            }
            var pairs: [StoryChange.Pair] = [], joined = all(first)
            for other in ids.dropFirst() where !joined.contains(other) {
                pairs.append(StoryChange.Pair(first, other, StoryRows.joined))
                let added = all(other)
                for one in joined {
                    for two in added where (one, two) != (first, other) {
                        pairs.append(StoryChange.Pair(one, two, nil, onlyIf: StoryRows.apart))
                    }
                }
                joined += added
            }
            // Every item that is joined has a number.
            var rowsOfItems = TableRows("story", "item_id", "story_id")
            for item in Set(pairs.flatMap { [$0.item, $0.with] }).sorted() { rowsOfItems.append(item, item) }
            try rowsOfItems.insert(db, onConflict: "ON CONFLICT DO NOTHING")
            return pairs
        }
    }

    /// Undoes an account's split or join. Later splits and joins of the same items stay.
    ///
    /// - Returns: true if anything changed.
    @discardableResult
    package func undo(_ change: StoryChange) throws -> Bool {
        try write { db in
            var hasChanged = false
            let items = Set(change.pairs.flatMap { [$0.item, $0.with] }).sorted()
            let sees = "SELECT item.id FROM item WHERE item.id IN \(SelectionStatement.list(items)) AND "
            let seen = Set(try db.integers(sees + Account.seesItem(db), isReused: false))
            for pair in change.pairs where seen.contains(pair.item) && seen.contains(pair.with) {
                guard try evidence(of: pair, db) == pair.after else { continue }
                try set(pair, pair.before, db)
                hasChanged = true
            }
            return hasChanged
        }
    }

    private func changeStories(
        _ decide: (StoreTransaction, StoryRows) throws -> [StoryChange.Pair]
    ) throws -> StoryChange? {
        try write { db in
            guard let stories = try StoryRows(db, isForced: true) else { return nil }
            var change = StoryChange()
            for var pair in try decide(db, stories) {
                pair.before = try evidence(of: pair, db)
                if pair.before == pair.after || pair.condition.map({ $0 != pair.before }) ?? false { continue }
                try set(pair, pair.after, db)
                change.pairs.append(pair)
            }
            return change.pairs.isEmpty ? nil : change
        }
    }

    private func evidence(of pair: StoryChange.Pair, _ db: StoreTransaction) throws -> String? {
        try db.row(
            "SELECT evidence FROM own_story_link WHERE account_id = ? AND item_id = ? AND with_id = ?",
            [db.account, pair.item, pair.with])?.text(0)
    }

    private func set(_ pair: StoryChange.Pair, _ evidence: String?, _ db: StoreTransaction) throws {
        let key: KeyValuePairs<String, (any SQLValueConvertible)?> = [
            "account_id": db.account, "item_id": pair.item, "with_id": pair.with,
        ]
        if let evidence {
            try ColumnValues(key, ["evidence": evidence])
                .upsert(into: "own_story_link", key: ["account_id", "item_id", "with_id"], db)
        } else {
            try db.execute(
                "DELETE FROM own_story_link WHERE account_id = ? AND item_id = ? AND with_id = ?",
                [db.account, pair.item, pair.with])
        }
    }
}

extension StoryRows {
    /// The rows of items.
    func rows(of items: [ItemKey], _ db: StoreTransaction) throws -> [Row] {
        var given = ValuesClause(.text, .text)
        for item in items { given.append(item.id, item.scope) }
        let numbers = try given.rows(db) {
            """
            SELECT story.story_id FROM \($0) CROSS JOIN item ON item.key = given.column1 AND item.scope = given.column2
            CROSS JOIN story ON story.item_id = item.id
            """
        }
        let chosen = Set(items)
        return try rows(of: Set(numbers.map { try $0.integer(0) }))
            .filter { $0.members.contains { chosen.contains($0.key) } }
    }

    /// The stories that items represent, by their ids.
    func stories(of items: [Int64]) throws -> [Int64: StoryGroup] {
        let chosen = Set(items)
        var stories: [Int64: StoryGroup] = [:]
        for row in try rows(of: numbers(of: chosen).values) {
            for member in row.members where chosen.contains(member.id) {
                stories[member.id] = story(row, leading: member.id)
            }
        }
        return stories
    }

    /// The other items of the stories that some tell.
    static func others(of items: Set<Int64>, _ db: StoreTransaction) throws -> [Int64] {
        guard let stories = try StoryRows(db) else { return [] }
        return try stories.joined(stories.numbers(of: items).values)
            .map { $0.members.map(\.id) }.filter { !items.isDisjoint(with: $0) }.joined().filter { !items.contains($0) }
    }

    /// The items and, after them, the others of their stories that a mark changes.
    static func voices(of items: [ItemKey], as mark: Mark, _ db: StoreTransaction) throws -> [ItemKey] {
        guard mark != .saved, !items.isEmpty, let stories = try StoryRows(db) else { return items }
        let known = Set(items)
        return try items + stories.rows(of: items, db).flatMap(\.members).map(\.key).filter { !known.contains($0) }
    }
}

/// A selection that shows one item for each story, within the caller's transaction.
struct GroupedSelection {
    let rows: StoryRows
    /// The items that are represented by others.
    let hidden: Set<Int64>

    /// Nil if every item is shown.
    init?(_ db: StoreTransaction, _ selection: ItemSelection, _ chosen: SelectionStatement) throws {
        guard selection.groupsStories, !selection.isMuted, let rows = try StoryRows(db) else { return nil }
        self.rows = rows
        var stories: [Int64: Int64] = [:], times: [Int64: Int64] = [:]
        for row in try db.rows(chosen.inStories, chosen.arguments, isReused: false) {
            let item = try row.integer(0)
            (stories[item], times[item]) = (try row.integer(1), try row.integer(2))
        }
        let whole = try selection.hasWholeStories ? rows.whole(stories) : [:]
        var hidden: Set<Int64> = []
        for items in whole.values {
            let first = items.min { (times[$0] ?? 0, $0) < (times[$1] ?? 0, $1) }
            for item in items where item != first { hidden.insert(item) }
        }
        for row in try rows.rows(of: Set(stories.values).subtracting(whole.keys)) {
            let members = row.members.filter { stories[$0.id] != nil }
            hidden.formUnion(members.map(\.id))
            if selection.isUnread == false, row.isUnread { continue }
            let shown = members.filter { !(selection.isUnread == true && $0.isAbsorbed) }
            if let headline = rows.headline(shown) { hidden.remove(headline.id) }
        }
        self.hidden = hidden
    }

    /// The items of a part of the list, and the number of all.
    func ids(
        _ chosen: SelectionStatement, offset: Int, limit: Int?, _ db: StoreTransaction
    ) throws -> (ids: [Int64], total: Int) {
        if !chosen.isIndexed {
            // Each condition is tested once, for the items and for their number.
            let ids = try db.integers(chosen.ids, chosen.arguments, isReused: false).filter { !hidden.contains($0) }
            return (Array(ids.dropFirst(offset).prefix(limit ?? ids.count)), ids.count)
        }
        let total = try db.count(chosen.count, isReused: false) - hidden.count
        // Few of the first items are hidden, as a rule.
        var count = max(0, offset) + max(0, min(limit ?? .max, total)) + 100
        while true {
            let ids = try db.integers(chosen.ids(limit: count), chosen.arguments, isReused: false)
                .filter { !hidden.contains($0) }
            let isEnough = ids.count >= total || limit.map { ids.count >= offset + $0 } ?? false
            if isEnough || count > total + hidden.count {
                return (Array(ids.dropFirst(offset).prefix(limit ?? ids.count)), total)
            }
            count *= 2
        }
    }
}

extension ItemSelection {
    /// True if the items of a story that it selects are those that the account sees, and all of them unread if it selects
    /// unread ones.
    fileprivate var hasWholeStories: Bool {
        switch feeds {
        case .all: false
        case .followed, .feed, .these, .folder, .inFolder: isUnread == nil || isUnread == true && readSince == nil
        }
    }
}

extension StoredItem {
    /// The item with a story's marks.
    func standing(for story: StoryGroup) -> StoredItem {
        var item = self
        item.story = story
        item.isUnread = story.isUnread
        item.savedAt = story.savedAt
        return item
    }
}
