/// A kind of natural event.
public struct Category: Sendable, Hashable, Codable, Identifiable {
    /// The upstream's id, such as `wildfires`.
    public let id: String
    /// The name for people.
    public let title: String
    /// What belongs to it, in a sentence or two.
    public let description: String?

    /// Describes a category.
    public init(id: String, title: String, description: String?) {
        self.id = id
        self.title = title
        self.description = description
    }

    private enum CodingKeys: String, CodingKey {
        case id, title, description
    }
}
