import FeedStore
import Feeds
import Freshet
import ImportExport
import Platform
import Synchronization
import WebText

/// The library of one account, as reader apps know it: feeds, folders and items by their numbers.
///
/// All APIs are written over it. Its functions block the calling thread on the store, and fail with a ``FeedStoreError``.
package struct Library: Sendable {
    /// The reader.
    package struct Reader: Sendable, Hashable {
        /// The account's number.
        package let id: Account.ID
        /// Its name.
        package let name: String
        /// True if the reader is an administrator.
        package let isAdministrator: Bool

        /// A reader.
        package init(id: Account.ID, name: String, isAdministrator: Bool) {
            self.id = id
            self.name = name
            self.isAdministrator = isAdministrator
        }
    }

    /// The icon of a feed's site.
    package struct Icon: Sendable, Hashable {
        /// The media type.
        package let type: String
        /// The file.
        package let data: [UInt8]

        /// An icon.
        package init(type: String, data: [UInt8]) {
            self.type = type
            self.data = data
        }
    }

    /// The account's view on feeds.
    let environment: FeedEnvironment
    /// The reader whose view it is.
    let reader: Reader
    /// The server's address for readers, without a slash at the end.
    let origin: String
    /// The program's version.
    let version: String
    /// The path of a feed's icon on the server; nil without an icon.
    let iconAddress: @Sendable (Feed) -> String?
    /// The place of a picture of an item on the server; nil for a link.
    let picture: ListedItems.PictureAddress
    /// The icon of a feed: the cached one, or with true one that is fetched now; nil if there is none.
    let icon: @Sendable (Feed, _ waits: Bool) async -> Icon?
    /// Called after each change.
    let apply: @Sendable () throws -> Void
    /// Requests a feed now, if its upstream allows that.
    let refresh: @Sendable (Feed) -> Void

    /// An account's library.
    package init(
        environment: FeedEnvironment, reader: Reader, origin: String, version: String,
        iconAddress: @escaping @Sendable (Feed) -> String? = { _ in nil },
        picture: @escaping ListedItems.PictureAddress = { _, _ in nil },
        icon: @escaping @Sendable (Feed, _ waits: Bool) async -> Icon? = { _, _ in nil },
        refresh: @escaping @Sendable (Feed) -> Void = { _ in }, apply: @escaping @Sendable () throws -> Void = {}
    ) {
        (self.environment, self.reader, self.origin, self.version) = (environment, reader, origin, version)
        (self.iconAddress, self.picture, self.icon) = (iconAddress, picture, icon)
        (self.refresh, self.apply) = (refresh, apply)
    }

    var store: FeedStore { environment.store }
    var now: Date { environment.now() }

    // MARK: Feeds and folders

    /// The followed feeds in the reader's order, without kinds that this version doesn't know.
    func feeds() throws -> [LibraryFeed] { try feeds { _ in true } }

    private func feeds(where isNeeded: (FeedKey) -> Bool) throws -> [LibraryFeed] {
        try store.subscriptions().filter { isNeeded($0.follow.feed) }
            .compactMap { LibraryFeed($0, environment.catalog, origin: origin) }
    }

    /// The feeds that saved items are from and that are no longer followed.
    func keptFeeds() throws -> [LibraryFeed] {
        try store.keptSubscriptions().compactMap { LibraryFeed($0, environment.catalog, origin: origin) }
    }

    /// The followed feed with this number. Fails if no followed feed has it.
    func feed(_ id: Int64) throws -> LibraryFeed {
        guard let feed = try feeds().first(where: { $0.id == id }) else { throw AppRequestError.notFound }
        return feed
    }

    func folders() throws -> [Folder] { try store.folders() }

    // MARK: Marks

    /// Marks items.
    func mark(_ ids: [NumberedItem.ID], as marks: [Mark]) throws {
        try store.mark(numbered: ids, as: marks, at: now)
        try apply()
    }

    /// Marks everything as read that had arrived by then, with the others of its stories if the account wants so.
    func markAll(_ selection: ItemSelection, arrivedBy date: Date?) throws {
        var selection = selection
        selection.firstSeenBy = date
        selection.groupsStories = try store.storyPreferences().appsMarkStories
        try environment.mark(all: selection, as: .read)
        try apply()
    }

    // MARK: Items

    /// The items with these numbers, in their order, as far as the reader may see them.
    func items(_ ids: [NumberedItem.ID], _ feeds: [LibraryFeed]? = nil) throws -> [LibraryItem] {
        if ids.isEmpty { return [] }
        let found = try store.items(numbered: ids), listing = Set(found.map(\.item.feed))
        let feeds = try feeds ?? self.feeds(where: listing.contains)
        var byKey = Dictionary(feeds.map { ($0.feed.key, $0) }) { first, _ in first }
        if !listing.isSubset(of: byKey.keys) { for feed in try keptFeeds() { byKey[feed.feed.key] = feed } }
        return found.compactMap { numbered in
            let key = numbered.item.feed
            guard let feed = byKey[key] ?? LibraryFeed(ofRemoved: key, environment.catalog, origin: origin) else {
                return nil
            }
            byKey[key] = feed
            guard let shown = feed.feed.shown([numbered.item]).first else { return nil }
            return LibraryItem(numbered, shown, of: feed, self)
        }
    }

    /// The maximum number of whole items in an answer.
    static let itemLimit = 10_000
    /// The number of items that are read and encoded together.
    private static let batch = 500

    /// The items with these numbers as a list in JSON. Reads and encodes some at a time, so that the answer takes most of
    /// the memory.
    func list(
        _ ids: [NumberedItem.ID], as document: @escaping @Sendable (LibraryItem) throws -> some Encodable & Sendable
    ) throws -> Data {
        let next = try parts(ids, as: document)
        var list = Data()
        while let part = try next() { list.append(part) }
        return list
    }

    /// The same list in parts; the result is nil at its end.
    func parts(
        _ ids: [NumberedItem.ID], as document: @escaping @Sendable (LibraryItem) throws -> some Encodable & Sendable
    ) throws -> @Sendable () throws -> Data? {
        let feeds = ids.count > Self.batch ? try feeds() : nil
        // Responses are sent on changing threads, one part after the other.
        let place = Mutex<(start: Int?, hasItems: Bool)>((0, false))
        return {
            let (next, hasItems) = place.withLock { $0 }
            guard let start = next else { return nil }
            let end = min(start + Self.batch, ids.count)
            let documents = try items(Array(ids[start..<end]), feeds).map(document)
            var part = Data((start == 0 ? "[" : "").utf8)
            if !documents.isEmpty {
                if hasItems { part.append(UInt8(ascii: ",")) }
                // Without its brackets.
                part.append(try AppResponse.encoded(documents).dropFirst().dropLast())
            }
            if end == ids.count { part.append(UInt8(ascii: "]")) }
            place.withLock { $0 = (end == ids.count ? nil : end, hasItems || !documents.isEmpty) }
            return part
        }
    }
}

extension Library {
    /// Returns the stored full text of an item, or else loads it from its page and stores it.
    ///
    /// Waits for the page. Fails with a ``FeedError`` if the item has no page, or if it can't be loaded.
    func fullText(of item: LibraryItem) async throws -> FullText {
        do {
            let text = try await environment.fullText(of: item.listed).value
            try await blocking { try apply() }
            return text
        } catch let error as FeedStoreError {
            throw error
        } catch {
            throw FeedError(error)
        }
    }

    /// Markup of a feed's item as apps get it.
    func html(_ markup: String, of feed: Feed) -> String {
        let picture = picture
        return AllowedMarkup(markup) { picture($0, feed) }.html
    }
}

/// Labels of items. Fails with a ``LabelError``, too.
extension Library {
    func labels() throws -> [Label] { try store.labels() }

    func hasLabel(_ name: String) throws -> Bool { try store.hasLabel(name) }

    func hasFolder(_ path: String) throws -> Bool { try folders().contains { $0.path == path } }

    /// Changes the labels of items and marks them, in one transaction.
    func change(
        _ ids: [NumberedItem.ID], adding added: [String], removing removed: [String], as marks: [Mark]
    ) throws {
        try store.change(numbered: ids, adding: added, removing: removed, as: marks, at: now)
        try apply()
    }

    func renameLabel(_ name: String, to other: String) throws {
        try store.renameLabel(name, to: other, at: now)
        try apply()
    }

    func removeLabel(_ name: String) throws {
        try store.removeLabel(name, at: now)
        try apply()
    }
}

extension Library {
    /// The followed feeds as OPML.
    func export() throws -> AppResponse {
        AppResponse(type: "text/x-opml; charset=utf-8", Data(try environment.exportOPML().document.utf8))
    }

    /// Follows the feeds of an OPML document. Exports of Freshet, which have rules, too, are refused.
    func importing(_ document: Data) throws {
        do {
            _ = try environment.importing(document, isOPMLAlone: true)
        } catch let error as ImportError {
            throw AppRequestError.invalid(error.description)
        }
        try apply()
    }
}
