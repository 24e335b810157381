/// An unreadable item that was left out of its list.
public struct SkippedItem: Sendable, Hashable {
    /// The item's id, or its position in the list (`item 3`) if even the id is unreadable.
    public let item: String
    /// The problem.
    public let reason: String

    /// Creates a skipped item.
    public init(item: String, reason: String) {
        self.item = item
        self.reason = reason
    }
}
