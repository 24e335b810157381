/// What a reader does with an item.
public enum Mark: String, Sendable, Hashable, Codable, CaseIterable {
    /// It has been read.
    case read
    /// It counts as not read.
    case unread
    /// It is kept for later: a copy of it stays whatever becomes of its feeds.
    case saved
    /// It need not be kept any more.
    case unsaved
}
