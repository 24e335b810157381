import FeedStore

/// A folder of followed feeds with its subfolders, in the reader's order: feeds first, then folders by their first feed.
package struct FeedFolder: Sendable {
    /// The path, such as `News/Tech`; empty for the folder that contains everything.
    package let path: String
    /// The feeds directly in it.
    package internal(set) var feeds: [FollowedFeed] = []
    /// The folders directly in it.
    package internal(set) var folders: [FeedFolder] = []

    /// The folder that contains all of these feeds.
    package init(_ followed: [FollowedFeed]) {
        self.init(path: "")
        for feed in followed { add(feed, FolderPath.around(feed.settings.folder ?? "")[...]) }
    }

    init(path: String) { self.path = path }

    /// The last name of the path.
    package var name: String { path.split(separator: "/").last.map(String.init) ?? "" }

    /// The feeds in it and in its subfolders, in order.
    package var allFeeds: [FollowedFeed] { feeds + folders.flatMap(\.allFeeds) }

    /// It and its subfolders in order, each before its own; without the one that contains everything.
    package var all: [FeedFolder] { (path.isEmpty ? [] : [self]) + folders.flatMap(\.all) }

    /// The paths of ``all``.
    package var paths: [String] { all.map(\.path) }

    /// - Parameter paths: the folders on the way to the feed's.
    private mutating func add(_ feed: FollowedFeed, _ paths: ArraySlice<String>) {
        guard let path = paths.first else {
            feeds.append(feed)
            return
        }
        var place = folders.firstIndex { $0.path == path }
        if place == nil {
            place = folders.count
            folders.append(FeedFolder(path: path))
        }
        if let place { folders[place].add(feed, paths.dropFirst()) }
    }
}

extension FollowedFeed {
    /// Whether the feed is in a folder or in one of its subfolders.
    package func isIn(folder: String) -> Bool {
        settings.folder.map { FolderPath.contains(folder, $0) } ?? false
    }
}
