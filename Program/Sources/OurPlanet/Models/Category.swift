import FreshetHTTP
import WebText

/// A category of natural events.
package struct Category: Sendable, Hashable, Codable, Identifiable {
    /// The upstream's id, such as `wildfires`.
    package let id: String
    /// The name for readers.
    package let title: String
    /// A description in a sentence or two.
    package let description: String?

    /// Creates a category.
    package init(id: String, title: String, description: String?) {
        self.id = id
        self.title = title
        self.description = description
    }

    private enum CodingKeys: String, CodingKey {
        case id, title, description
    }
}

extension Category {
    /// The ids of all categories in version 3 of the API, to reject unknown ones without a request (eonet.gsfc.nasa.gov/docs/v3).
    package static let known = [
        "drought", "dustHaze", "earthquakes", "floods", "landslides", "manmade", "seaLakeIce", "severeStorms", "snow",
        "tempExtremes", "volcanoes", "waterColor", "wildfires",
    ]
}

/// The list of categories.
package struct CategoryList: Sendable, Hashable {
    /// The categories, by name.
    package let categories: [Category]
    /// Unreadable categories.
    package let skipped: [SkippedItem]
}

extension CategoryList: Decodable {
    private enum CodingKeys: String, CodingKey {
        case categories
    }

    private struct Wire: Decodable {
        let id: Identifier
        let title: String
        let description: String?
    }

    /// Decodes the envelope of version 3 or 2.1.
    package init(from decoder: any Decoder) throws {
        let list = try decoder.container(keyedBy: CodingKeys.self).decode(ReadableList<Wire>.self, forKey: .categories)
        categories = list.elements
            .map { Category(id: $0.id.text, title: $0.title.trimmed, description: $0.description?.ifNotBlank) }
            .sorted { ($0.title.lowercased(), $0.id) < ($1.title.lowercased(), $1.id) }
        skipped = list.skipped
    }
}

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
    /// The error of the request for events.
    package internal(set) var error: (any Error)?

    /// The category's id.
    package var id: Category.ID { category.id }
    /// The number of events; nil until it is known.
    package var eventCount: Int? { list?.events.count }
    /// The number of open events; nil until it is known.
    package var openCount: Int? { list?.events.count { $0.isOpen } }
}
