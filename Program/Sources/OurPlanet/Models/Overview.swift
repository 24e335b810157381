import FreshetHTTP

/// The categories with their events, as far as they have arrived.
package struct Overview: Sendable {
    /// The number of days that it covers.
    package let days: Int
    /// The categories by name.
    package private(set) var categories: [CategoryOverview]
    /// The number of categories that have arrived or failed.
    package private(set) var done = 0
    /// The category that arrived last; nil in the first state.
    package private(set) var latest: Category.ID?
    /// Unreadable categories.
    package let skipped: [SkippedItem]

    /// The number of categories.
    package var total: Int { categories.count }
    /// The number of failed categories.
    package var failed: Int { categories.count { $0.error != nil } }

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
package struct CategoryOverview: Sendable, Identifiable {
    /// The category.
    package let category: Category
    /// The events, last seen first, with unreadable ones; nil until they arrive or if they failed.
    package internal(set) var list: EventList?
    /// Why the events failed.
    package internal(set) var error: (any Error)?

    /// The category's id.
    package var id: Category.ID { category.id }
    /// The number of events; nil until it is known.
    package var eventCount: Int? { list?.events.count }
    /// The number of open events; nil until it is known.
    package var openCount: Int? { list?.events.count { $0.isOpen } }
}
