import SQL
import Search

/// A search that shows one item for each story, within the caller's transaction: the best match, or in other orders that
/// with the headline.
struct GroupedSearch {
    private let statement: SearchStatement
    /// All items in order, if no statement finds only the first ones.
    private var all: [Int64]?
    /// The stories of found items, by their ids.
    private var rows: [Int64: Int64] = [:]
    /// The items that represent their stories; nil if the first one does.
    private var headlines: Set<Int64>?
    /// The number of items that are represented by others.
    private var hidden = 0

    /// Nil if every item is shown.
    init?(_ db: StoreTransaction, _ statement: SearchStatement) throws {
        guard let stories = try StoryRows(db) else { return nil }
        self.statement = statement
        var found: [Int64: Int64] = [:]
        if statement.patterns.isEmpty {
            for row in try db.rows(statement.inStories, statement.values, isReused: false) {
                found[try row.integer(0)] = try row.integer(1)
            }
        } else {
            let ids = try FeedStore.ids(db, statement, limit: nil).ids
            (all, found) = (ids, try stories.numbers(of: Set(ids)))
        }
        if !statement.isRanked { headlines = [] }
        for row in try stories.joined(Set(found.values)) {
            let members = row.members.filter { found[$0.id] != nil }
            for member in members { rows[member.id] = row.number }
            hidden += max(0, members.count - 1)
            if let headline = stories.headline(members) { headlines?.insert(headline.id) }
        }
    }

    /// The items that are shown, in order, and the number of all of them.
    func ids(_ db: StoreTransaction, limit: Int?) throws -> (ids: [Int64], total: Int) {
        if let all {
            let ids = shown(all)
            return (Array(ids.prefix(limit ?? ids.count)), ids.count)
        }
        // Few of the first items are hidden, as a rule.
        var count = limit.map { $0 + 100 }
        while true {
            let found = try FeedStore.ids(db, statement, limit: count)
            let ids = shown(found.ids)
            let isAll = count.map { found.ids.count < $0 } ?? true
            if isAll || ids.count >= limit ?? .max {
                return (Array(ids.prefix(limit ?? ids.count)), found.total - hidden)
            }
            count = count.map { $0 * 2 }
        }
    }

    private func shown(_ ids: [Int64]) -> [Int64] {
        if let headlines { return ids.filter { rows[$0] == nil || headlines.contains($0) } }
        var known: Set<Int64> = []
        return ids.filter { id in rows[id].map { known.insert($0).inserted } ?? true }
    }
}

/// The stories that a search tests, as the account sees them.
struct SearchedStories {
    /// The stories by the ids of their items, without stories that no term distinguishes from single items.
    private(set) var stories: [Int64: SearchSubject.Story] = [:]
    /// The unread items that only joined a story that was read.
    private(set) var absorbed: [Int64] = []

    /// Nothing is joined.
    init() {}

    /// - Parameter groupsStories: true to show one item for each story that the search finds.
    init(_ db: StoreTransaction, _ query: SearchQuery, groupsStories: Bool) throws {
        if query.looksAtStories, let rows = try StoryRows(db, includesMuted: query.asksForMuted) {
            for row in try rows.joined(toldBy: Self.least(query)) {
                for member in row.members { stories[member.id] = row.tested }
            }
        }
        if groupsStories, query.leaves.contains(where: { $0.condition == .unread }) {
            absorbed = try FeedStore.unreadStories(in: ItemQueries.followed(db), db).flatMap(\.absorbed.keys)
        }
    }

    /// The smallest number of items of a story that a term distinguishes from a single item.
    private static func least(_ query: SearchQuery) -> Int {
        query.leaves.filter(\.condition.looksAtStories).map { term in
            if case .sources(_, let number) = term.condition { Int(min(max(number, 2), 1_000_000)) } else { 2 }
        }.min() ?? 2
    }

    /// A condition on the items that tell stories for which a test holds.
    func condition(_ holds: (SearchSubject.Story) -> Bool) -> String {
        // Most items are by themselves, and have one source.
        let isOne = holds(SearchSubject.Story(voices: 1, sources: 1))
        let items = stories.filter { holds($0.value) != isOne }.keys.sorted()
        return "item.id \(isOne ? "NOT IN" : "IN") \(SelectionStatement.list(items))"
    }
}
