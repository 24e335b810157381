/// Identifies an item across the feeds that list it.
public struct ItemKey: Hashable, Sendable, Codable {
    /// The namespace of the id: an upstream such as `news`, or one feed such as `web/…`.
    public let scope: String
    /// The item's id within the scope.
    public let id: String

    /// Creates a key from both parts.
    public init(scope: String, id: String) {
        self.scope = scope
        self.id = id
    }
}
