import Platform
import Feeds
import Synchronization

/// The feeds that readers unfollowed last, so that the page can undo it; in memory only.
final class UnfollowedFeeds: Sendable {
    private struct Entry {
        let id: String
        let feeds: [Unfollowed]
    }

    private static let limit = 100
    // Requests on many threads add to the list.
    private let entries = Mutex<[Entry]>([])

    /// Remembers feeds that were unfollowed together, in their order, under the id that it returns.
    func add(_ feeds: [Unfollowed]) -> String {
        let id = SystemRandomNumberGenerator.hexadecimal(bytes: 16)
        entries.withLock { $0 = $0.suffix(Self.limit - 1) + [Entry(id: id, feeds: feeds)] }
        return id
    }

    /// The feeds of an id; nil after a restart, and after 100 others.
    subscript(id: String) -> [Unfollowed]? {
        entries.withLock { entries in entries.first { $0.id == id }?.feeds }
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
