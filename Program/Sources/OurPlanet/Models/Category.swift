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
