/// The marks of a stored item.
public struct ItemMarks: Sendable, Hashable {
    /// Whether it is unread.
    public let isUnread: Bool
    /// Whether it is saved.
    public let isSaved: Bool
    /// Whether a rule highlights it.
    public let isHighlighted: Bool

    /// Creates marks.
    public init(isUnread: Bool, isSaved: Bool, isHighlighted: Bool) {
        self.isUnread = isUnread
        self.isSaved = isSaved
        self.isHighlighted = isHighlighted
    }
}
