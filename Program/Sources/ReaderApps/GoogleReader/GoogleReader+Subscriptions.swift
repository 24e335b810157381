import FeedStore
import Feeds
import Platform
import WebText

extension GoogleReader {
    func userInfo() throws -> AppResponse {
        let reader = library.reader
        return try .json([
            "userId": String(reader.id), "userName": reader.name, "userProfileId": String(reader.id), "userEmail": "",
        ])
    }

    /// The states, the folders and the labels of items. A label that has the name of a folder is left out.
    func tags() throws -> AppResponse {
        let starred = TagList.Tag(id: StreamID.name(of: .starred), type: nil)
        let folders = try library.folders().map { TagList.Tag(id: StreamID.name(ofLabel: $0.path), type: "folder") }
        let labels = try library.store.labelNames().map { TagList.Tag(id: StreamID.name(ofLabel: $0), type: "tag") }
        let known = Set(folders.map(\.id))
        return try .json(TagList(tags: [starred] + folders + labels.filter { !known.contains($0.id) }))
    }

    func subscriptions() throws -> AppResponse {
        try .json(SubscriptionList(subscriptions: try library.feeds().map { .init($0, library) }))
    }

    func unreadCounts() throws -> AppResponse {
        let counts = try library.store.unreadCounts()
        let feeds = try library.feeds()
        var result = feeds.map { feed in
            UnreadCountList.Count(
                StreamID.name(ofFeed: feed.id), counts.byFeed[feed.feed.key] ?? 0, feed.subscription.newestArrival)
        }
        let byFolder = Dictionary(grouping: feeds) { $0.folder ?? "" }
        for (folder, feeds) in byFolder.sorted(by: { $0.key < $1.key }) where !folder.isEmpty {
            result.append(
                UnreadCountList.Count(
                    StreamID.name(ofLabel: folder), feeds.reduce(0) { $0 + (counts.byFeed[$1.feed.key] ?? 0) },
                    feeds.compactMap(\.subscription.newestArrival).max()))
        }
        for label in try library.labels() where label.count > 0 && byFolder[label.name] == nil {
            let unread = try library.store.count(of: ItemSelection(.all, isUnread: true, label: label.name))
            result.append(UnreadCountList.Count(StreamID.name(ofLabel: label.name), unread, nil))
        }
        result.append(
            UnreadCountList.Count(
                StreamID.name(of: .readingList), counts.total, feeds.compactMap(\.subscription.newestArrival).max()))
        return try .json(UnreadCountList(max: counts.total, unreadcounts: result))
    }

    // MARK: Changes

    /// Follows, unfollows or changes feeds.
    func editSubscription() throws -> Answer {
        let names = request.all("s").filter { !$0.isEmpty }
        guard !names.isEmpty else { throw AppRequestError.invalid("Name a feed in “s”.") }
        let added = try folders(in: "a"), removed = try folders(in: "r")
        guard added.count <= 1 else {
            throw AppRequestError.invalid("A feed can be in one folder. Name one label in “a”.")
        }
        // One for each feed, in the same order.
        let (library, titles) = (library, request.all("t"))
        guard titles.count <= names.count else { throw AppRequestError.invalid("“t” names more titles than feeds.") }
        func title(_ place: Int) -> String? { titles.indices.contains(place) ? titles[place].ifNotBlank : nil }
        switch request["ac"] {
        case "subscribe":
            let follows = names.enumerated().map { place, name in
                (address: Self.address(name), settings: FollowSettings(name: title(place), folder: added.first))
            }
            return .later {
                for follow in follows { _ = try await library.follow(follow.address, follow.settings) }
                return .text("OK")
            }
        case "unsubscribe":
            for feed in try names.map(library.feed(named:)) { try library.unfollow(feed) }
        case "edit":
            let feeds = try names.map(library.feed(named:))
            for (place, feed) in feeds.enumerated() {
                let folder = added.first ?? (feed.folder.map(removed.contains) == true ? "" : nil)
                try library.change(feed, FollowSettings(name: title(place), folder: folder))
            }
        default: throw AppRequestError.invalid("Set “ac” to subscribe, unsubscribe or edit.")
        }
        return .response(.text("OK"))
    }

    /// Follows the feed at an address.
    func quickAdd() throws -> Answer {
        guard let typed = request["quickadd"] else { throw AppRequestError.invalid("Give an address in “quickadd”.") }
        let (library, address) = (library, Self.address(typed))
        return .later {
            do {
                let feed = try await library.follow(address, FollowSettings())
                return try .json(
                    QuickAdd(
                        numResults: 1, query: address, streamId: StreamID.name(ofFeed: feed.id), streamName: feed.title,
                        error: nil))
            } catch let error as FeedError {
                return try .json(
                    QuickAdd(numResults: 0, query: address, streamId: nil, streamName: nil, error: error.message + "."))
            }
        }
    }

    func renameTag() throws {
        guard let name = request["s"].flatMap(Self.label), let path = request["dest"].flatMap(Self.label) else {
            throw AppRequestError.invalid("Name a folder or a label in “s”, and its new name in “dest”.")
        }
        try requireTag(name)
        guard let folder = try library.folders().first(where: { $0.path == name }) else {
            if try library.hasFolder(path) {
                throw AppRequestError.invalid("There is a folder with the name “\(path)” already.")
            }
            return try library.renameLabel(name, to: path)
        }
        guard try library.rename(folder, to: path) else {
            throw AppRequestError.invalid("There is a folder with the name “\(path)” already.")
        }
    }

    func disableTags() throws {
        let names = try folders(in: "s")
        guard !names.isEmpty else { throw AppRequestError.invalid("Name folders or labels in “s”.") }
        for name in names { try requireTag(name) }
        let folders = try library.folders().filter { names.contains($0.path) }
        for folder in folders { try library.remove(folder) }
        for name in names where !folders.contains(where: { $0.path == name }) { try library.removeLabel(name) }
    }

    /// Fails unless there is such a folder or label.
    func requireTag(_ name: String) throws {
        if try !library.hasFolder(name), try !library.hasLabel(name) {
            throw AppRequestError.invalid("There is no folder or label “\(name)”.")
        }
    }

    /// The folders of the labels in a parameter, each once. Fails for anything else.
    private func folders(in parameter: String) throws -> [String] {
        var folders: [String] = []
        for text in request.all(parameter) where !text.isEmpty {
            guard let folder = Self.label(text) else {
                throw AppRequestError.invalid(
                    "“\(text)” isn't a label. Name folders as user/-/label/NAME in “\(parameter)”.")
            }
            if !folders.contains(folder) { folders.append(folder) }
        }
        return folders
    }

    /// The address in a feed's id.
    private static func address(_ name: String) -> String {
        if case .feed(let address) = StreamID(name) { address } else { name }
    }
}

extension Library {
    /// The followed feed with the number or the address in a stream's id. Fails if it isn't followed.
    func feed(named name: String) throws -> LibraryFeed {
        var name = name.hasPrefix("feed/") ? String(name.dropFirst(5)) : name
        // Proxies make one slash of two where the address isn't escaped.
        if let scheme = ["http:/", "https:/"].first(where: { name.hasPrefix($0) && !name.hasPrefix($0 + "/") }) {
            name = scheme + "/" + name.dropFirst(scheme.count)
        }
        let feeds = try feeds()
        let found =
            if let id = Int64(name) { feeds.first { $0.id == id } } else {
                feeds.first { $0.document == name || $0.feed == environment.catalog.feed(pasted: name) }
            }
        guard let found else { throw AppRequestError.invalid("You don't follow the feed “\(name)”.") }
        return found
    }
}

private struct TagList: Encodable {
    struct Tag: Encodable {
        let id: String
        let type: String?
    }

    let tags: [Tag]
}

private struct SubscriptionList: Encodable {
    struct Category: Encodable {
        let id, label: String
    }

    struct Subscription: Encodable {
        let id, title: String
        let categories: [Category]
        let url, htmlUrl, iconUrl: String

        init(_ feed: LibraryFeed, _ library: Library) {
            (id, title) = (StreamID.name(ofFeed: feed.id), feed.title)
            categories = feed.folder.map { [Category(id: StreamID.name(ofLabel: $0), label: $0)] } ?? []
            (url, htmlUrl) = (feed.document, feed.page)
            iconUrl = library.iconAddress(feed.feed).map { library.origin + $0 } ?? ""
        }
    }

    let subscriptions: [Subscription]
}

private struct UnreadCountList: Encodable {
    struct Count: Encodable {
        let id: String
        let count: Int
        let newestItemTimestampUsec: String

        init(_ id: String, _ count: Int, _ newest: Date?) {
            (self.id, self.count) = (id, count)
            newestItemTimestampUsec = newest.map { "\($0.milliseconds)000" } ?? "0"
        }
    }

    let max: Int
    let unreadcounts: [Count]
}

private struct QuickAdd: Encodable {
    let numResults: Int
    let query: String
    let streamId, streamName, error: String?
}
