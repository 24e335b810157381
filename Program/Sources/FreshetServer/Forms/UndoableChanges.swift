import FeedStore
import Feeds
import Platform
import Synchronization

/// A change of several feeds that the page can undo.
enum UndoableChange: Sendable {
    /// Feeds that were unfollowed together, in their order.
    case unfollowed([Unfollowed])
    /// Items that were marked as read.
    case read([ItemKey])

    /// The number of items that it holds.
    fileprivate var itemCount: Int {
        switch self {
        case .unfollowed: 0
        case .read(let items): items.count
        }
    }
}

/// The last changes that the page can undo; in memory only.
final class UndoableChanges: Sendable {
    private struct Entry {
        let id: String
        let change: UndoableChange
    }

    private static let limit = 100
    /// The maximum number of items in all changes but the last one.
    private static let itemLimit = 50_000
    // Requests on many threads add to the list.
    private let entries = Mutex<[Entry]>([])

    /// Remembers a change under the id that it returns.
    func add(_ change: UndoableChange) -> String {
        let id = SystemRandomNumberGenerator.hexadecimal(bytes: 16)
        entries.withLock { entries in
            var items = 0
            let earlier = entries.suffix(Self.limit - 1).reversed().prefix {
                items += $0.change.itemCount
                return items <= Self.itemLimit
            }
            entries = earlier.reversed() + [Entry(id: id, change: change)]
        }
        return id
    }

    /// The change of an id; nil after a restart, and after 100 others.
    subscript(id: String) -> UndoableChange? {
        entries.withLock { entries in entries.first { $0.id == id }?.change }
    }
}

/// What was unfollowed, and how to undo it, for programs.
struct UnfollowedDocument: JSONDocument {
    /// The value of `restore` that undoes it.
    let restore: String
    /// The names of the feeds.
    let titles: [String]

    init(restore: String, _ feeds: [Unfollowed]) {
        self.restore = restore
        titles = feeds.map(\.title)
    }
}
