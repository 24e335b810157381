import SQL

/// A selection of which one item stands for each story, within the caller's transaction.
struct GroupedSelection {
    /// The items that another one stands for.
    let hidden: Set<Int64>
    /// The stories, by the items that stand for them.
    private var stories: [ItemKey: StoryGroup] = [:]

    /// Nil if every item stands for itself.
    init?(_ db: StoreTransaction, _ selection: ItemSelection, _ chosen: SelectionStatement) throws {
        guard selection.groupsStories, !selection.isMuted, let stories = try StoryRows(db) else { return nil }
        var found: Set<Int64> = [], numbers: Set<Int64> = []
        for row in try db.rows(chosen.inStories, chosen.arguments, isReused: false) {
            found.insert(try row.integer(0))
            numbers.insert(try row.integer(1))
        }
        var hidden: Set<Int64> = []
        for row in try stories.rows(of: numbers) {
            var members = row.members.filter { found.contains($0.id) }
            hidden.formUnion(members.map(\.id))
            if selection.isUnread == true { members.removeAll(where: \.isAbsorbed) }
            if selection.isUnread == false, row.isUnread { continue }
            guard let headline = stories.headline(members) else { continue }
            hidden.remove(headline.id)
            self.stories[headline.key] = stories.story(row, leading: headline.id)
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

    /// The item with its story's marks.
    func item(_ item: StoredItem) -> StoredItem {
        guard let story = stories[item.key] else { return item }
        var item = item
        item.story = story
        item.isUnread = story.isUnread
        item.savedAt = story.savedAt
        return item
    }
}
