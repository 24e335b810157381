/// An unreadable item that was left out of its list.
package struct SkippedItem: Sendable, Hashable {
    /// The item's id, or its position in the list (`item 3`) if even the id is unreadable.
    package let item: String
    /// The problem.
    package let reason: String

    /// Creates a skipped item.
    package init(item: String, reason: String) {
        self.item = item
        self.reason = reason
    }
}
