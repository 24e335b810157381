/// A reader's mark on an item.
package enum Mark: String, Sendable, Hashable, Codable, CaseIterable {
    /// The item has been read.
    case read
    /// The item is unread again.
    case unread
    /// The item is kept until it is unsaved, even if no feed lists it any more.
    case saved
    /// The item is no longer kept.
    case unsaved

    /// The mark that takes this one back.
    package var inverse: Mark {
        switch self {
        case .read: .unread
        case .unread: .read
        case .saved: .unsaved
        case .unsaved: .saved
        }
    }
}
