/// The numbers of unread items in the followed feeds.
package struct UnreadCounts: Sendable, Hashable {
    /// The unread items of all followed feeds together. An item in two feeds counts once.
    package var total: Int
    /// The unread items of each followed feed, including feeds with 0.
    package var byFeed: [FeedKey: Int]

    /// The stories that several unread items tell: of each item the feeds that list it. Empty if items are counted.
    package var stories: [[[FeedKey]]] = []

    /// The number of unread items of some feeds together. What two of them tell counts once.
    package func total(of feeds: [FeedKey]) -> Int {
        let chosen = Set(feeds)
        return stories.reduce(feeds.reduce(0) { $0 + (byFeed[$1] ?? 0) }) { total, items in
            let listed = items.count { $0.contains(where: chosen.contains) }
            return total - max(0, listed - 1)
        }
    }

    /// Creates counts; by default those of a store without followed feeds.
    package init(total: Int = 0, byFeed: [FeedKey: Int] = [:]) {
        self.total = total
        self.byFeed = byFeed
    }
}
