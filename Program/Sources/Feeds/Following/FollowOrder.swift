import FeedStore

/// A folder or feed that a reader moves among the followed feeds.
package enum ArrangedItem: Sendable, Hashable {
    case feed(FeedKey)
    /// A folder, by its path, with all that it contains.
    case folder(String)
}

/// The place to which a reader moves it.
package enum ArrangedPlace: Sendable, Hashable {
    /// One place up or down, within its folder.
    case up, down
    /// Beside another item, in that item's folder. Feeds can't be among folders: beside a folder they are the last in it.
    case before(ArrangedItem), after(ArrangedItem)
    /// The last in a folder, by its path; in none, if that is empty.
    case into(String)
}

extension FeedEnvironment {
    /// Moves a followed feed or a folder; the order is that of all lists of followed feeds. Blocks the calling thread on the store.
    ///
    /// - Returns: true if anything has changed: the first one can't move up.
    @discardableResult
    package func arrange(_ item: ArrangedItem, _ place: ArrangedPlace) throws -> Bool {
        let followed = try followed()
        var arrangement = FollowOrder(FeedFolder(followed))
        guard arrangement.move(item, place) else { return false }
        let placed = arrangement.root.placed(in: "")
        let folders = Dictionary(followed.map { ($0.feed.key, $0.settings.folder ?? "") }) { first, _ in first }
        let moved = placed.filter { folders[$0.feed] != $0.folder }
        try store.arrange(
            placed.map(\.feed), folders: Dictionary(moved.map { ($0.feed, $0.folder) }) { first, _ in first }, at: now()
        )
        return true
    }

    /// Puts followed feeds into a folder; into none, if its path is empty. Their order stays. Blocks the calling thread on the store.
    package func put(_ feeds: [Feed], into folder: String) throws {
        try store.arrange([], folders: Dictionary(feeds.map { ($0.key, folder) }) { first, _ in first }, at: now())
    }
}

/// Moves feeds and folders within a tree.
struct FollowOrder {
    private(set) var root: FeedFolder

    init(_ root: FeedFolder) { self.root = root }

    /// Returns false if the item or its place doesn't exist, or if it is there already.
    mutating func move(_ item: ArrangedItem, _ place: ArrangedPlace) -> Bool {
        switch place {
        case .up: return root.shift(item, by: -1)
        case .down: return root.shift(item, by: 1)
        case .into(let folder):
            if case .folder(let path) = item, FolderPath.contains(path, folder) { return false }
            return take(item) { moved, root in root.append(moved, to: FolderPath.around(folder)[...]) }
        case .before(let other), .after(let other):
            if item == other { return false }
            if case .folder(let path) = item, root.isPart(other, of: path) { return false }
            if case (.feed, .folder(let path)) = (item, other) { return move(item, .into(path)) }
            let offset = if case .before = place { 0 } else { 1 }
            return take(item) { moved, root in root.insert(moved, beside: other, offset) }
        }
    }

    /// Takes the item out of the tree and puts it elsewhere; changes nothing if that fails.
    private mutating func take(_ item: ArrangedItem, _ put: (FeedFolder.Part, inout FeedFolder) -> Bool) -> Bool {
        var changed = root
        guard let part = changed.remove(item), put(part, &changed) else { return false }
        root = changed
        return true
    }
}

extension FeedFolder {
    /// A part of a folder.
    fileprivate enum Part {
        case feed(FollowedFeed)
        case folder(FeedFolder)
    }

    /// The feeds in order, with the folder that each one is in.
    func placed(in path: String) -> [(feed: FeedKey, folder: String)] {
        feeds.map { ($0.feed.key, path) }
            + folders.flatMap { $0.placed(in: path.isEmpty ? $0.name : path + "/" + $0.name) }
    }

    fileprivate mutating func shift(_ item: ArrangedItem, by step: Int) -> Bool {
        change(item) { folder, part, index in
            let other = index + step
            switch part {
            case .feed:
                guard folder.feeds.indices.contains(other) else { return false }
                folder.feeds.swapAt(index, other)
            case .folder:
                guard folder.folders.indices.contains(other) else { return false }
                folder.folders.swapAt(index, other)
            }
            return true
        } ?? false
    }

    fileprivate mutating func remove(_ item: ArrangedItem) -> Part? {
        change(item) { folder, part, index in
            switch part {
            case .feed: folder.feeds.remove(at: index)
            case .folder: folder.folders.remove(at: index)
            }
            return part
        }
    }

    fileprivate mutating func insert(_ moved: Part, beside item: ArrangedItem, _ offset: Int) -> Bool {
        change(item) { folder, _, index in
            switch (moved, item) {
            case (.feed(let feed), .feed): folder.feeds.insert(feed, at: index + offset)
            case (.folder(let moved), .folder): folder.folders.insert(moved, at: index + offset)
            // Feeds come before folders.
            case (.folder(let moved), .feed): folder.folders.insert(moved, at: 0)
            case (.feed(let feed), .folder): folder.feeds.append(feed)
            }
            return true
        } ?? false
    }

    /// Creates the folders that are missing.
    fileprivate mutating func append(_ moved: Part, to paths: ArraySlice<String>) -> Bool {
        guard let path = paths.first else {
            switch moved {
            case .feed(let feed): feeds.append(feed)
            case .folder(let folder): folders.append(folder)
            }
            return true
        }
        if let place = folders.firstIndex(where: { $0.path == path }) {
            return folders[place].append(moved, to: paths.dropFirst())
        }
        var folder = FeedFolder(path: path)
        defer { folders.append(folder) }
        return folder.append(moved, to: paths.dropFirst())
    }

    /// True if an item is in a folder or is that folder.
    fileprivate func isPart(_ item: ArrangedItem, of path: String) -> Bool {
        switch item {
        case .folder(let other): FolderPath.contains(path, other)
        case .feed(let key): allFeeds.contains { $0.feed.key == key && $0.isIn(folder: path) }
        }
    }

    /// Calls the function with the folder that directly contains the item, and its place there; nil if there is none.
    private mutating func change<Result>(
        _ item: ArrangedItem, _ body: (inout FeedFolder, Part, Int) -> Result
    ) -> Result? {
        switch item {
        case .feed(let key):
            if let index = feeds.firstIndex(where: { $0.feed.key == key }) {
                return body(&self, .feed(feeds[index]), index)
            }
        case .folder(let path):
            if let index = folders.firstIndex(where: { $0.path == path }) {
                return body(&self, .folder(folders[index]), index)
            }
        }
        for index in folders.indices {
            if let result = folders[index].change(item, body) { return result }
        }
        return nil
    }
}

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

    /// - Parameter paths: the folders that lead to the feed's.
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
    /// True if the feed is in a folder or in one of its subfolders.
    package func isIn(folder: String) -> Bool {
        settings.folder.map { FolderPath.contains(folder, $0) } ?? false
    }
}
