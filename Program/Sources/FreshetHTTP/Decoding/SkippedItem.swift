/// An item that could not be read and was left out of its list.
public struct SkippedItem: Sendable, Hashable {
    /// The item's id, or its place in the list (`item 3`) when not even that could be read.
    public let item: String
    /// What was wrong with it.
    public let reason: String

    /// Describes an item that was left out.
    public init(item: String, reason: String) {
        self.item = item
        self.reason = reason
    }
}
