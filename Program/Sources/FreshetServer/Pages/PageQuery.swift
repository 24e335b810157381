/// What of a feed a page shows, and in which order.
struct PageQuery: Sendable, Hashable {
    /// The order of stories.
    enum Order: String, Sendable, Hashable, CaseIterable {
        /// The newest first.
        case newest
        /// Those with the most points first.
        case score
    }

    /// How many items at most.
    var limit: Int
    /// How many days back closed events are shown, 1 to 360.
    var days: Int
    /// Only items of this type: `PushEvent`, `open`, `job`; nil for all.
    var type: String?
    /// Only items with these words.
    var words: String?
    /// The order of stories.
    var order: Order

    init(limit: Int = 50, days: Int = 360, type: String? = nil, words: String? = nil, order: Order = .newest) {
        self.limit = limit
        self.days = days
        self.type = type
        self.words = words
        self.order = order
    }

    /// What is shown at an address that says nothing of it: of natural events more than of others, since the map and the days want them.
    init(for address: FeedAddress) { self.init(limit: Self.limit(for: address)) }

    /// How many items an address shows that says nothing of it.
    static func limit(for address: FeedAddress) -> Int {
        if case .category = address { 150 } else { 50 }
    }

    /// How many items there can be at most.
    static func maximum(for address: FeedAddress) -> Int {
        switch address {
        case .repository, .trending, .repositories: 300
        case .planet, .category, .news: 1000
        }
    }
}
