public import FreshetHTTP

/// The categories and their events as far as they have come.
public struct Overview: Sendable {
    /// How many days back it looks.
    public let days: Int
    /// The categories by name.
    public private(set) var categories: [CategoryOverview]
    /// How many categories are in, those that failed included.
    public private(set) var done = 0
    /// The category that came last and made this state; nil in the first one.
    public private(set) var latest: Category.ID?
    /// Categories that could not be read.
    public let skipped: [SkippedItem]

    /// How many categories there are.
    public var total: Int { categories.count }
    /// How many categories failed.
    public var failed: Int { categories.count { $0.error != nil } }

    init(days: Int, _ list: CategoryList) {
        self.days = days
        categories = list.categories.map { CategoryOverview(category: $0) }
        skipped = list.skipped
    }

    /// The first category's error when each has one.
    var failureOfAll: (any Error)? {
        failed == total ? categories.first?.error : nil
    }

    /// Takes in what came for one category.
    mutating func add(_ id: Category.ID, _ result: Result<EventList, any Error>) {
        done += 1
        latest = id
        guard let index = categories.firstIndex(where: { $0.id == id }) else { return }
        switch result {
        case .success(let list): categories[index].list = list
        case .failure(let error): categories[index].error = error
        }
    }
}

/// A category and what is known of its events so far.
public struct CategoryOverview: Sendable, Identifiable {
    /// The category.
    public let category: Category
    /// The events, the last seen first, with what of them could not be read; nil until they are in, or when they failed.
    public internal(set) var list: EventList?
    /// Why the events could not be had.
    public internal(set) var error: (any Error)?

    /// The category's id.
    public var id: Category.ID { category.id }
    /// How many events there are; nil until they are in.
    public var eventCount: Int? { list?.events.count }
    /// How many of them are open; nil until they are in.
    public var openCount: Int? { list?.events.count { $0.isOpen } }
}
