/// The id and name of an event's category.
package struct EventCategory: Sendable, Hashable, Codable, Identifiable {
    /// The upstream's id, such as `wildfires`.
    package let id: String
    /// The name for readers.
    package let title: String

    /// Creates a category.
    package init(id: String, title: String) {
        self.id = id
        self.title = title
    }

    private enum CodingKeys: String, CodingKey {
        case id, title
    }
}
