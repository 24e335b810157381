import FeedStore
import Feeds
import Platform
import Search
import WebFeeds

/// The result of an import.
package struct ImportReport: Sendable, Hashable, Encodable {
    /// An entry that was refused.
    package struct Refusal: Sendable, Hashable, Encodable {
        /// The entry: a name, an address, or its position in the document.
        package let entry: String
        /// The reason, as a clause.
        package let reason: String
    }

    /// The number of new follows, marks, saved items, items with labels, rules and settings.
    package let added: Int
    /// The number of entries that existed already.
    package let known: Int
    /// The number of refused entries.
    package let refused: Int
    /// The refused entries.
    package let refusals: [Refusal]
    /// The followed feeds whose passwords the document lacks.
    package let passwordsNeeded: [NeededPassword]

    init(added: Int, known: Int, refusals: [Refusal], passwordsNeeded: [NeededPassword]) {
        (self.added, self.known, refused) = (added, known, refusals.count)
        (self.refusals, self.passwordsNeeded) = (refusals, passwordsNeeded)
    }
}

/// A document that can't be imported.
package struct ImportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, as a sentence.
    package let description: String
}

extension FeedEnvironment {
    /// Imports an export of Freshet or an OPML document. Existing entries stay as they are.
    ///
    /// Makes no requests: an added feed is checked at its first refresh. Blocks the calling thread on the store.
    /// Fails with an ``ImportError`` or a ``FeedStoreError``; nothing changes then.
    /// - Parameter isOPMLAlone: true if only a list of feeds is accepted, which has no rules and marks.
    package func importing(_ document: Data, isOPMLAlone: Bool = false) throws -> ImportReport {
        // White space, byte order marks, and the zero byte before an ASCII character in UTF-16.
        let ignored = Set(" \t\r\n\0\u{FEFF}".utf8).union([0xFE, 0xFF])
        let first = document.first { !ignored.contains($0) }
        let reader =
            switch first {
            case UInt8(ascii: "{") where isOPMLAlone:
                throw ImportError(
                    description: "Send a list of feeds in OPML. The page /following imports exports of Freshet.")
            case UInt8(ascii: "{"): try ImportReader(json: document, self)
            case UInt8(ascii: "<"): try ImportReader(opml: document, self)
            default:
                throw ImportError(description: "This file is neither a Freshet export nor OPML. Nothing was changed.")
            }
        var (export, refusals) = (reader.export, reader.refusals)
        export.follows = try export.follows.filter { follow in
            guard let feed = catalog.feed(follow.feed), let reason = try refusalReason(feed) else { return true }
            refusals.append(ImportReport.Refusal(entry: follow.feed.rawValue, reason: reason))
            return false
        }
        let counts = try store.add(export, at: now())
        return ImportReport(
            added: counts.added, known: counts.known, refusals: refusals,
            passwordsNeeded: try passwordsNeeded(reader.protected))
    }
}

extension FeedEnvironment {
    /// Returns the reason that the account may not follow a feed, by its address; nil if it may.
    ///
    /// Host names aren't looked up.
    fileprivate func refusalReason(_ feed: Feed) throws -> String? {
        if let page = feed.description.page, try !mayGive(page) {
            return "it is on a private network, where only administrators may follow feeds"
        }
        return try mayRead(feed.description) ? nil : "only another account may read this feed"
    }

    /// Returns the feed as this account may follow it.
    ///
    /// Another account's feed becomes its own, or the shared one if it has no token.
    fileprivate func imported(_ feed: Feed) throws -> Feed {
        guard let ownable = feed.description.ownableFeed, let owner = ownable.owner, owner != store.account
        else { return feed }
        let shared = ownable.owned(by: nil)
        return try own(shared) ?? Feed(shared)
    }
}

extension OPML.Feed {
    /// The name under which the list's reader showed the feed; nil if that says no more than the feed itself.
    ///
    /// Most programs write it as text and as title, so that a chosen name can't be distinguished from the feed's own.
    /// The first complete refresh drops a name that is the feed's own title.
    fileprivate func shownName(for feed: Feed) -> String? {
        let name = name ?? title
        return name == feed.title || name == url.absoluteString ? nil : name
    }
}

/// Converts a document to entries for the store.
private struct ImportReader {
    private(set) var export = StoreExport()
    private(set) var refusals: [ImportReport.Refusal] = []
    /// The feeds that had a password where the document was exported.
    private(set) var protected: [Feed] = []
    /// The position of each feed of a list among the follows.
    private var places: [FeedKey: Int] = [:]
    private let environment: FeedEnvironment

    init(json: Data, _ environment: FeedEnvironment) throws {
        self.environment = environment
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let document: ExportDocument
        do {
            let version = try decoder.decode(Version.self, from: json).version
            guard version <= ExportDocument.version else {
                throw ImportError(
                    description:
                        "A newer version of Freshet made this export. Update Freshet and try again. Nothing was changed."
                )
            }
            document = try decoder.decode(ExportDocument.self, from: json)
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
            throw ImportError(description: "This file isn't valid JSON. It may be incomplete. Nothing was changed.")
        } catch is DecodingError {
            throw ImportError(description: "This JSON isn't a Freshet export. Nothing was changed.")
        }
        for follow in document.follows ?? [] { try take(follow) { try $0.follow($1) } }
        export.isReadComplete = document.marks != nil
        for mark in document.marks ?? [] {
            try take(mark) { reader, mark in
                let key = ItemKey(scope: mark.scope, id: mark.id)
                reader.export.read.append(StoreExport.ReadItem(key: key, readAt: mark.readAt))
            }
        }
        for saved in document.saved ?? [] { try take(saved) { try $0.saved($1) } }
        for labelled in document.labelled ?? [] { try take(labelled) { try $0.labelled($1) } }
        for rule in document.rules ?? [] { try take(rule) { try $0.rule($1) } }
        for (name, value) in document.settings ?? [:] {
            try take(value) { reader, value in
                guard name.utf8.count <= 64, value.utf8.count <= 1000 else {
                    throw MalformedEntry(place: "settings.\(name.prefix(64))", reason: "it is too long")
                }
                reader.export.settings[name] = value
            }
        }
    }

    init(opml: Data, _ environment: FeedEnvironment) throws {
        self.environment = environment
        let list: OPML
        do {
            list = try OPML(parsing: opml)
        } catch WebFeedError.tooLarge {
            throw ImportError(description: "This OPML document is larger than 64 MiB. Nothing was changed.")
        } catch {
            throw ImportError(description: "This isn't a readable OPML document. Nothing was changed.")
        }
        // A feed that has moved is exported with its current address.
        let pages = try environment.pages(of: environment.followed())
        let keys = Dictionary(pages.map { ($1, $0) }) { first, _ in first }
        for outline in list.feeds {
            let address = outline.url.absoluteString
            guard
                let pasted = try environment.catalog.feed(pasted: address).map({ feed in
                    try feed.description.passwordFeed.map { Feed(try environment.separated($0)) } ?? feed
                })
            else {
                refusals.append(ImportReport.Refusal(entry: address, reason: "this isn't the address of a feed"))
                continue
            }
            let folder = outline.folderPath
            let isFollowed = pages[pasted.key] != nil
            var feed = (isFollowed ? nil : keys[outline.url].flatMap(environment.catalog.feed)) ?? pasted
            if outline.needsPassword {
                if !isFollowed { feed = try environment.protected(feed) }
                protected.append(feed)
            }
            let settings = FollowSettings(name: outline.shownName(for: feed), folder: folder)
            var imported = follow(feed, settings, title: outline.title, since: environment.now())
            // A password that can't be stored is asked for when the feed is refused.
            imported.extra = (try? pasted.description.passwordFeed?.initialExtra()) ?? nil
            fillFolder(of: imported)
            export.follows.append(imported)
        }
        for name in list.refused {
            refusals.append(ImportReport.Refusal(entry: name, reason: "its address isn't a web address"))
        }
        for name in list.unreadable {
            refusals.append(ImportReport.Refusal(entry: name, reason: "its address is missing or can't be read"))
        }
        if list.isCutOff {
            let reason = "it is missing, so feeds may be missing too"
            refusals.append(ImportReport.Refusal(entry: "the end of the document", reason: reason))
        }
    }

    /// Moves a feed that a list has outside of folders into the folder that the list has it in, too.
    private mutating func fillFolder(of follow: StoredFollow) {
        guard follow.settings.folder != nil, let place = places[follow.feed] else {
            places[follow.feed] = places[follow.feed] ?? export.follows.count
            return
        }
        if export.follows[place].settings.folder == nil {
            export.follows[place].settings.folder = follow.settings.folder
        }
    }

    private struct Version: Decodable { let version: Int }

    /// Adds an entry, or records why it is refused.
    private mutating func take<Value>(
        _ entry: Readable<Value>, _ take: (inout ImportReader, Value) throws -> Void
    ) throws {
        do {
            try take(&self, try entry.result.get())
        } catch let error as MalformedEntry {
            refusals.append(ImportReport.Refusal(entry: error.place, reason: error.reason))
        }
    }

    private mutating func follow(_ follow: ExportDocument.Follow) throws {
        guard var feed = try environment.catalog.feed(FeedKey(follow.feed)).map(environment.imported) else {
            throw MalformedEntry(place: follow.feed, reason: "this version doesn't support this kind of feed")
        }
        let interval = try follow.interval.map { words in
            guard let interval = FollowSettings.PollInterval(words: words) else {
                throw MalformedEntry(place: follow.feed, reason: "“\(words)” isn't an interval")
            }
            return interval
        }
        let retention = try follow.keep.map { words in
            guard let retention = ItemRetention(words: words) else {
                throw MalformedEntry(place: follow.feed, reason: "“\(words)” isn't a retention")
            }
            return retention
        }
        let stories = try follow.stories.map { word in
            guard let stories = FollowSettings.Stories(rawValue: word) else {
                throw MalformedEntry(place: follow.feed, reason: "“\(word)” isn't joined, first or apart")
            }
            return stories
        }
        if follow.needsPassword == true {
            feed = try environment.protected(feed)
            protected.append(feed)
        }
        let settings = FollowSettings(
            name: follow.name, folder: follow.folder, interval: interval, loadsFullTexts: follow.fullText,
            retention: retention, stories: stories)
        export.follows.append(
            self.follow(feed, settings, title: follow.title, since: follow.since ?? environment.now()))
    }

    private func follow(_ feed: Feed, _ settings: FollowSettings, title: String?, since: Date) -> StoredFollow {
        StoredFollow(feed: feed.key, path: feed.encodedPath, settings: settings, since: since, title: title)
    }

    private mutating func rule(_ text: String) throws {
        do { export.rules.append(try environment.rule(text)) } catch {
            // A clause: what shows it adds the period.
            var reason = error.description
            while reason.hasSuffix(".") { reason.removeLast() }
            throw MalformedEntry(place: text, reason: "this version can't read the rule: \(reason)")
        }
    }

    private mutating func saved(_ saved: ExportDocument.Saved) throws {
        let item = try item(saved.id, saved.payload, of: saved.feed, titled: saved.title)
        export.saved.append(
            StoreExport.SavedItem(
                scope: saved.scope, feed: FeedKey(saved.feed), savedAt: saved.savedAt, item: item))
    }

    private mutating func labelled(_ labelled: ExportDocument.Labelled) throws {
        if let bad = labelled.labels.first(where: { LabelName.checked($0) == nil }) {
            throw MalformedEntry(place: labelled.title, reason: "“\(bad)” can't be the name of a label")
        }
        let item = try item(labelled.id, labelled.payload, of: labelled.feed, titled: labelled.title)
        export.labelled.append(
            StoreExport.LabelledItem(
                scope: labelled.scope, feed: FeedKey(labelled.feed), labels: labelled.labels, item: item))
    }

    private func item(
        _ id: String, _ payload: String, of feed: String, titled title: String
    ) throws -> FeedUpdate.Item {
        guard let item = environment.catalog.feed(FeedKey(feed))?.item(payload: Data(payload.utf8)), item.id == id
        else { throw MalformedEntry(place: title, reason: "this version can't read the item") }
        return item
    }
}

/// A followed feed whose password an import couldn't bring.
package struct NeededPassword: Sendable, Hashable, Encodable {
    /// The path of the feed.
    package let feed: String
    /// Its name.
    package let title: String
    /// The address to follow again; it has no user and password. Nil if it is unknown.
    @OrNull package internal(set) var url: URL?

    /// The address with placeholders for the user and the password.
    package var addressToFollow: String? {
        guard let url, var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return nil }
        (parts.user, parts.password) = ("USER", "PASSWORD")
        return parts.string
    }
}

extension FeedEnvironment {
    /// The followed feeds among these that have no password yet.
    func passwordsNeeded(_ feeds: [Feed]) throws -> [NeededPassword] {
        let followed = Dictionary(try followed().map { ($0.feed.key, $0) }) { first, _ in first }
        var seen: Set<FeedKey> = []
        return try feeds.compactMap { feed in
            guard seen.insert(feed.key).inserted, let item = followed[feed.key],
                try !hasPassword(item.feed.description)
            else { return nil }
            return NeededPassword(
                feed: item.feed.encodedPath, title: item.title,
                url: try item.feed.description.currentPage(in: self))
        }
    }
}
