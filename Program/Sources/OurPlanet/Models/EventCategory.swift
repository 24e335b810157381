/// The category of an event, by id and name only.
public struct EventCategory: Sendable, Hashable, Codable, Identifiable {
    /// The upstream's id, such as `wildfires`.
    public let id: String
    /// The name for people.
    public let title: String

    /// Describes a category.
    public init(id: String, title: String) {
        self.id = id
        self.title = title
    }

    private enum CodingKeys: String, CodingKey {
        case id, title
    }
}
