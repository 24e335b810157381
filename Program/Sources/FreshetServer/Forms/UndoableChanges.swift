import FeedStore
import Feeds
import Platform
import Synchronization

/// A change of several feeds that the page can undo.
enum UndoableChange: Sendable {
    /// Feeds that were unfollowed together, in their order.
    case unfollowed([Unfollowed])
    /// The number of items that were marked as read, which the store can undo.
    case read(Int)
}

/// The last feeds that were unfollowed together; in memory only, because passwords of feeds aren't to be stored.
final class UndoableChanges: Sendable {
    private struct Entry {
        let id: String
        let unfollowed: [Unfollowed]
    }

    private static let limit = 100
    // Requests on many threads add to the list.
    private let entries = Mutex<[Entry]>([])

    /// Remembers feeds under the id that it returns.
    func add(_ unfollowed: [Unfollowed]) -> String {
        let id = SystemRandomNumberGenerator.hexadecimal(bytes: 16)
        entries.withLock { entries in
            entries = entries.suffix(Self.limit - 1) + [Entry(id: id, unfollowed: unfollowed)]
        }
        return id
    }

    /// The feeds of an id; nil after a restart, and after 100 others.
    subscript(id: String) -> [Unfollowed]? {
        entries.withLock { entries in entries.first { $0.id == id }?.unfollowed }
    }
}

/// The unfollowed feeds, and the value that undoes it, for programs.
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
