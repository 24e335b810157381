/// A reader's mark on an item.
public enum Mark: String, Sendable, Hashable, Codable, CaseIterable {
    /// The item has been read.
    case read
    /// The item counts as unread again.
    case unread
    /// The item is kept until it is unsaved, even when no feed lists it any more.
    case saved
    /// The item need not be kept any more.
    case unsaved
}
