import SQL

/// A selection of which one item stands for each story, within the caller's transaction.
struct GroupedSelection {
    let rows: StoryRows
    /// The items that another one stands for.
    let hidden: Set<Int64>

    /// Nil if every item stands for itself.
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
