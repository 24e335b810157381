import Search

/// The stories that a search tests, as the account sees them.
struct SearchedStories {
    /// The stories by the ids of their items, without stories that no term distinguishes from single items.
    private(set) var stories: [Int64: SearchSubject.Story] = [:]
    /// The unread items that only joined a story that was read.
    private(set) var absorbed: [Int64] = []

    /// Nothing is joined.
    init() {}

    /// - Parameter groupsStories: whether one item stands for each story that the search finds.
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

    /// The smallest number of items of a story that a term tells from an item by itself.
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
