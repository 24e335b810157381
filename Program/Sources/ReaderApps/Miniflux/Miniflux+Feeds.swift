import FeedStore
import Feeds
import HTTPTypes
import Platform
import WebText

extension Miniflux {
    // MARK: Feeds

    func documents(_ feeds: [LibraryFeed]) throws -> [MinifluxFeed] {
        let folders = try library.folders()
        return feeds.map { MinifluxFeed($0, folders, library) }
    }

    func document(_ feed: LibraryFeed) throws -> MinifluxFeed {
        MinifluxFeed(feed, try library.folders(), library)
    }

    /// Follows a feed; answers with its number once its upstream has answered.
    func addFeed() throws -> Answer {
        struct Body: Decodable {
            let feed_url: String
            let category_id: Int64?
            let crawler, disabled: Bool?
            let username, password: String?
        }
        let names: Set = ["feed_url", "category_id", "crawler", "disabled", "username", "password"]
        let body = try body(Body.self, names), library = library
        let folder = try body.category_id.map(folder)
        let address = try Self.address(body.feed_url, body.username, body.password)
        return .later {
            let settings = FollowSettings(
                folder: folder.flatMap { $0.id == Self.noFolder.id ? nil : $0.path },
                interval: body.disabled == true ? .never : nil, loadsFullTexts: body.crawler == true ? true : nil)
            let feed = try await library.follow(address, settings)
            return try .json(["feed_id": feed.id], .created)
        }
    }

    /// Changes a feed's settings, as far as they aren't the upstream's.
    func changeFeed(_ id: Int64) throws -> Answer {
        struct Body: Decodable {
            let feed_url, username, password: String?
            let title: String?
            let category_id: Int64?
            let crawler, disabled: Bool?
        }
        let feed = try library.feed(id), known = try document(feed)
        let body = try body(
            Body.self, ["feed_url", "username", "password", "title", "category_id", "crawler", "disabled"],
            present: ["site_url": known.site_url, "description": known.description])
        let folder = try body.category_id.map { $0 == Self.noFolder.id ? "" : try self.folder($0).path }
        let interval: FollowSettings.PollInterval? =
            switch body.disabled {
            case true?: .never
            // An interval of the reader's own stays.
            case false? where known.disabled: .seconds(0)
            default: nil
            }
        let settings = FollowSettings(
            name: body.title, folder: folder, interval: interval, loadsFullTexts: body.crawler)
        let address = try Self.address(
            body.feed_url.flatMap(\.ifNotBlank) ?? known.feed_url, body.username, body.password)
        guard address != known.feed_url else {
            try library.change(feed, settings)
            return .response(try .json(document(library.feed(id)), .created))
        }
        let library = library
        return .later {
            let moved = try await library.changeAddress(of: feed, to: address, settings)
            return try await blocking { try .json(document(moved), .created) }
        }
    }

    /// An address with a user and a password, if they are given. Fails if they can't be in one.
    private static func address(_ text: String, _ user: String?, _ password: String?) throws -> String {
        let (user, password) = (user ?? "", password ?? "")
        if user.isEmpty, password.isEmpty { return text }
        guard var parts = URLComponents(string: text), parts.host != nil else {
            throw AppRequestError.invalid("“feed_url” needs a complete address where “username” is set.")
        }
        (parts.user, parts.password) = (user, password)
        return parts.string ?? text
    }

    func discover() throws -> Answer {
        struct Body: Decodable {
            let url: String
            let username, password: String?
        }
        let body = try body(Body.self, ["url", "username", "password"]), library = library
        let address = try Self.address(body.url, body.username, body.password)
        return .later {
            let found = try await library.discover(address)
            return try .json(found.map { ["url": $0.url, "title": $0.title, "type": ($0.format ?? .atom).rawValue] })
        }
    }

    /// The numbers of read and of unread items, by feed. Feeds without any are left out.
    func counters() throws -> AppResponse {
        let unread = try library.store.unreadCounts().byFeed
        var counters = Counters()
        for feed in try library.feeds() {
            let key = feed.feed.key, count = unread[key] ?? 0
            if count > 0 { counters.unreads[String(feed.id)] = count }
            let read = try library.store.count(of: ItemSelection(.feed(key))) - count
            if read > 0 { counters.reads[String(feed.id)] = read }
        }
        return try .json(counters)
    }

    /// The icon of a feed's site, which has the feed's number.
    func icon(_ id: Int64) throws -> Answer {
        let feed = try library.feed(id).feed, library = library
        return .later {
            guard let icon = await library.icon(feed, true) else { throw AppRequestError.notFound }
            let data = Data(icon.data).base64EncodedString()
            return try .json(IconDocument(id: id, mime_type: icon.type, data: icon.type + ";base64," + data))
        }
    }

    // MARK: Categories

    func categories() throws -> AppResponse {
        let folders = try library.folders()
        let all = [Self.noFolder] + folders
        guard try request.flag("counts") == true else {
            return try .json(all.map { MinifluxCategory($0, library.reader) })
        }
        let unread = try library.store.unreadCounts().byFeed
        let feeds = Dictionary(grouping: try library.feeds()) { $0.folder ?? Self.noFolder.path }
        return try .json(
            all.map { folder in
                let own = (feeds[folder.path] ?? []).filter { ($0.folder == nil) == (folder.id == Self.noFolder.id) }
                var document = MinifluxCategory(folder, library.reader)
                document.feed_count = own.count
                document.total_unread = own.reduce(0) { $0 + (unread[$1.feed.key] ?? 0) }
                return document
            })
    }

    private struct Titled: Decodable {
        let title: String
    }

    func addCategory() throws -> AppResponse {
        let title = try body(Titled.self, ["title"]).title
        guard let folder = try library.addFolder(title) else {
            throw AppRequestError.invalid("There is a category with this title already, or the title is empty.")
        }
        return try .json(MinifluxCategory(folder, library.reader), .created)
    }

    func renameCategory(_ id: Int64) throws -> AppResponse {
        let title = try body(Titled.self, ["title"]).title
        let folder = try folder(id)
        guard folder.id != Self.noFolder.id, try library.rename(folder, to: title) else {
            throw AppRequestError.invalid("The category can't have this title: another one has it, or it is empty.")
        }
        return try .json(MinifluxCategory(try self.folder(id), library.reader), .created)
    }
}

/// A feed.
struct MinifluxFeed: Encodable {
    struct Icon: Encodable {
        let feed_id, icon_id: Int64
    }

    let id, user_id: Int64
    let feed_url, site_url, title, description: String
    let checked_at: String
    let parsing_error_count: Int
    let parsing_error_message: String
    let disabled: Bool
    let hide_globally = false
    let crawler: Bool
    let category: MinifluxCategory
    /// Null and not left out: apps look for it.
    @OrNull var icon: Icon?

    init(_ feed: LibraryFeed, _ folders: [Folder], _ library: Library) {
        (id, user_id) = (feed.id, library.reader.id)
        (feed_url, site_url, title) = (feed.document, feed.page, feed.title)
        description = feed.feed.summary
        // Apps expect a date even before the first refresh.
        checked_at = (feed.subscription.fetchedAt ?? Date(timeIntervalSince1970: 0)).internetDateTime
        let error = feed.subscription.error
        parsing_error_count = error == nil ? 0 : 1
        parsing_error_message = error?.message ?? ""
        crawler = feed.followed.settings.loadsFullTexts ?? false
        disabled = feed.followed.settings.interval == .never
        let folder = folders.first { $0.path == feed.folder } ?? Miniflux.noFolder
        category = MinifluxCategory(folder, library.reader)
        icon = library.iconAddress(feed.feed).map { _ in Icon(feed_id: feed.id, icon_id: feed.id) }
    }

}

/// A category.
struct MinifluxCategory: Encodable {
    let id: Int64
    let title: String
    let user_id: Int64
    let hide_globally = false
    var feed_count: Int?
    var total_unread: Int?

    init(_ folder: Folder, _ reader: Library.Reader) { (id, title, user_id) = (folder.id, folder.path, reader.id) }
}

private struct Counters: Encodable {
    var reads: [String: Int] = [:]
    var unreads: [String: Int] = [:]
}

private struct IconDocument: Encodable {
    let id: Int64
    let mime_type, data: String
}
