/// The marks of a stored item.
public struct ItemMarks: Sendable, Hashable {
    /// Whether it is unread.
    public var isUnread: Bool
    /// Whether it is saved.
    public let isSaved: Bool
    /// Whether a rule highlights it.
    public let isHighlighted: Bool
    /// The labels that the account has given it, in alphabetical order.
    public let labels: [String]

    /// Creates marks.
    public init(isUnread: Bool, isSaved: Bool, isHighlighted: Bool, labels: [String] = []) {
        self.isUnread = isUnread
        self.isSaved = isSaved
        self.isHighlighted = isHighlighted
        self.labels = labels
    }
}
