/// A category of natural events.
public struct Category: Sendable, Hashable, Codable, Identifiable {
    /// The upstream's id, such as `wildfires`.
    public let id: String
    /// The name for readers.
    public let title: String
    /// A description in a sentence or two.
    public let description: String?

    /// Creates a category.
    public init(id: String, title: String, description: String?) {
        self.id = id
        self.title = title
        self.description = description
    }

    private enum CodingKeys: String, CodingKey {
        case id, title, description
    }
}
