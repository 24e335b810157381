/// Identifies an item across the feeds that list it.
package struct ItemKey: Hashable, Sendable, Codable {
    /// The namespace of the id: an upstream such as `news`, or one feed such as `web/…`.
    package let scope: String
    /// The item's id within the scope.
    package let id: String

    /// Creates a key from both parts.
    package init(scope: String, id: String) {
        self.scope = scope
        self.id = id
    }
}
