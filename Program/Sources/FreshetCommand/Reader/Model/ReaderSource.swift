import FeedStore
import Feeds
import Search

/// What the list shows items of.
enum ReaderSource: Hashable, Sendable {
    /// Unread items of all followed feeds.
    case unread
    /// Unread items of the feeds in a folder.
    case folder(String)
    /// Saved items.
    case saved
    case feed(Feed)

    /// The list that users name with one word; nil for other words.
    init?(word: String) {
        switch word {
        case "unread": self = .unread
        case "saved": self = .saved
        default: return nil
        }
    }

    var feed: Feed? {
        if case .feed(let feed) = self { feed } else { nil }
    }

    /// Whether items leave it when they are read.
    var isOfUnread: Bool {
        switch self {
        case .unread, .folder: true
        case .saved, .feed: false
        }
    }

    /// The items or stories to list. The list of a single feed has items; other lists have stories.
    var selection: ItemSelection {
        switch self {
        case .unread: ItemSelection(.followed, isUnread: true, groupsStories: true)
        case .folder(let name): ItemSelection(.folder(name), isUnread: true, groupsStories: true)
        case .saved: ItemSelection(.all, isSaved: true, groupsStories: true)
        case .feed(let feed): ItemSelection(.feed(feed.key))
        }
    }

    /// What the store lists for it with a filter, whose words may also be in the names of feeds.
    func selection(_ filter: String, names: [FeedKey: String]) -> ItemSelection {
        var selection = selection
        let names = names.mapValues { ItemWords($0) }
        selection.words = ItemWords.words(of: filter).map { word in
            // In the list of one feed, its name would select everything.
            let named = feed == nil ? names.filter { $0.value.contains(Array(word.utf8)) }.map(\.key) : []
            return ItemSelection.Word(word, feeds: named)
        }
        return selection
    }

    /// What appears here, where it is empty.
    func emptyMessage(_ keyMap: KeyMap) -> String {
        switch self {
        case .unread: "Nothing unread. New items of the feeds you follow appear here."
        case .folder: "Nothing unread in this folder."
        case .saved: "Nothing saved yet. Press \(keyMap.hint(.save) ?? "a key") on an item to keep it here."
        case .feed(let feed): feed.description.emptyMessage
        }
    }
}
