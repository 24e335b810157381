public import FreshetHTTP

/// The categories with their events, as far as they have arrived.
public struct Overview: Sendable {
    /// The number of days that it covers.
    public let days: Int
    /// The categories by name.
    public private(set) var categories: [CategoryOverview]
    /// The number of categories that have arrived or failed.
    public private(set) var done = 0
    /// The category that arrived last; nil in the first state.
    public private(set) var latest: Category.ID?
    /// Unreadable categories.
    public let skipped: [SkippedItem]

    /// The number of categories.
    public var total: Int { categories.count }
    /// The number of failed categories.
    public var failed: Int { categories.count { $0.error != nil } }

    init(days: Int, _ list: CategoryList) {
        self.days = days
        categories = list.categories.map { CategoryOverview(category: $0) }
        skipped = list.skipped
    }

    /// The first error, if every category failed.
    var failureOfAll: (any Error)? {
        failed == total ? categories.first?.error : nil
    }

    /// Adds the result for one category.
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

/// A category with its events so far.
public struct CategoryOverview: Sendable, Identifiable {
    /// The category.
    public let category: Category
    /// The events, last seen first, with unreadable ones; nil until they arrive or if they failed.
    public internal(set) var list: EventList?
    /// Why the events failed.
    public internal(set) var error: (any Error)?

    /// The category's id.
    public var id: Category.ID { category.id }
    /// The number of events; nil until it is known.
    public var eventCount: Int? { list?.events.count }
    /// The number of open events; nil until it is known.
    public var openCount: Int? { list?.events.count { $0.isOpen } }
}
