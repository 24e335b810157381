/// The marks of a stored item.
package struct ItemMarks: Sendable, Hashable {
    /// Whether it is unread.
    package var isUnread: Bool
    /// Whether it is saved.
    package let isSaved: Bool
    /// Whether a rule highlights it.
    package let isHighlighted: Bool
    /// The labels that the account has given it, in alphabetical order.
    package let labels: [String]

    /// Creates marks.
    package init(isUnread: Bool, isSaved: Bool, isHighlighted: Bool, labels: [String] = []) {
        self.isUnread = isUnread
        self.isSaved = isSaved
        self.isHighlighted = isHighlighted
        self.labels = labels
    }
}
