import Feeds

/// What the reader has done with an item, and whether it came since the last look.
struct Marks: Sendable, Hashable {
    var isNew = false
    var isRead = false
    var isSaved = false
}

extension ShownItem {
    /// What the reader has done with it.
    var marks: Marks { Marks(isNew: isNew, isRead: isRead, isSaved: isSaved) }
}
