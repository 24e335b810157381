/// The id and name of an event's category.
public struct EventCategory: Sendable, Hashable, Codable, Identifiable {
    /// The upstream's id, such as `wildfires`.
    public let id: String
    /// The name for readers.
    public let title: String

    /// Creates a category.
    public init(id: String, title: String) {
        self.id = id
        self.title = title
    }

    private enum CodingKeys: String, CodingKey {
        case id, title
    }
}
