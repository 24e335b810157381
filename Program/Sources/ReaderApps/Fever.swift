import FeedStore
import Feeds
import HTTPTypes
import Platform
import Syndication

/// Fever's API, version 3, whose own server was discontinued.
struct Fever: ReaderAPIHandler {
    let request: AppRequest
    let library: Library

    private static let version = 3
    /// The number of items in an answer.
    private static let itemLimit = 50

    static func credentials(_ request: AppRequest) -> [ReaderAPI.Credential] {
        request["api_key"].map { [.init($0.lowercased())] } ?? []
    }

    /// Apps read the status 200 even then.
    static func unauthorized() -> AppResponse { failure(.ok, "") }

    static func failure(_ status: HTTPResponse.Status, _ message: String) -> AppResponse {
        do {
            return try .json(Failed(auth: status == .ok ? 0 : 1, error: message.isEmpty ? nil : message), status)
        } catch {
            return .text(message, status)
        }
    }

    private struct Failed: Encodable {
        let api_version = Fever.version
        let auth: Int
        let error: String?
    }

    func answer() throws -> Answer {
        guard request.path.isEmpty, request.has("api") else { throw AppRequestError.notFound }
        try mark()
        let document = try document()
        guard request.has("favicons") else { return .response(try .json(document)) }
        let (library, feeds) = (library, try library.feeds())
        return .later {
            var document = document
            var icons: [Document.Favicon] = []
            for feed in feeds {
                // Those that have to be fetched are in a later answer.
                guard let icon = await library.icon(feed.feed, false) else { continue }
                icons.append(.init(id: feed.id, data: icon.type + ";base64," + Data(icon.data).base64EncodedString()))
            }
            document.favicons = icons
            return try .json(document)
        }
    }

    private func document() throws -> Document {
        let feeds = try library.feeds()
        var document = Document()
        document.last_refreshed_on_time = Self.seconds(feeds.compactMap(\.subscription.fetchedAt).max())
        if request.has("groups") {
            document.groups = try library.folders().map { .init(id: $0.id, title: $0.path) }
        }
        if request.has("feeds") {
            // Those of no group that aren't followed name the feeds of saved items.
            document.feeds = try (feeds + library.keptFeeds()).map { feed in
                .init(
                    id: feed.id, favicon_id: feed.id, title: feed.title, url: feed.document, site_url: feed.page,
                    last_updated_on_time: Self.seconds(feed.subscription.fetchedAt))
            }
        }
        if request.has("groups") || request.has("feeds") {
            document.feeds_groups = try library.folders().compactMap { folder in
                let ids = feeds.filter { $0.folder == folder.path }.map { String($0.id) }
                return ids.isEmpty ? nil : .init(group_id: folder.id, feed_ids: ids.joined(separator: ","))
            }
        }
        if request.has("items") {
            document.items = try library.items(itemIDs(), feeds).map(Document.Item.init)
            document.total_items = try library.store.count(of: ItemSelection(.followed))
        }
        if request.has("unread_item_ids") {
            document.unread_item_ids = try ids(ItemSelection(.followed, isUnread: true))
        }
        if request.has("saved_item_ids") { document.saved_item_ids = try ids(ItemSelection(.all, isSaved: true)) }
        if request.has("links") { document.links = [] }
        return document
    }

    /// The numbers of the items asked for: named ones, those that arrived after an item, or those before it.
    private func itemIDs() throws -> [NumberedItem.ID] {
        if let named = request["with_ids"] {
            return Array(named.split(separator: ",").compactMap { Int64($0) }.prefix(Self.itemLimit))
        }
        var selection = ItemSelection(.followed, order: .arrival)
        if let last = try request.number("since_id") {
            (selection.above, selection.isOldestFirst) = (Int64(last), true)
        } else if let first = try request.number("max_id"), first > 0 {
            selection.below = Int64(first)
        } else if !request.has("max_id") {
            selection.isOldestFirst = true
        }
        return try library.store.numbers(of: selection, limit: Self.itemLimit)
    }

    private func ids(_ selection: ItemSelection) throws -> String {
        var selection = selection
        (selection.order, selection.isOldestFirst) = (.arrival, true)
        return try library.store.numbers(of: selection, limit: .max).map(String.init).joined(separator: ",")
    }

    /// Marks the items that the query or the form names.
    private func mark() throws {
        if request["unread_recently_read"] != nil {
            throw AppRequestError.invalid("“unread_recently_read” isn't supported. Mark items as unread by their ids.")
        }
        guard let kind = request["mark"] else { return }
        let name = request["as"] ?? ""
        let marks: [String: Mark] = ["read": .read, "unread": .unread, "saved": .saved, "unsaved": .unsaved]
        guard let mark = marks[name] else {
            throw AppRequestError.invalid("“\(name)” isn't a mark. Use read, unread, saved or unsaved in “as”.")
        }
        guard let id = try request.number("id").map(Int64.init) else {
            throw AppRequestError.invalid("Name an item, a feed or a group in “id”.")
        }
        switch kind {
        case "item": try library.mark([id], as: [mark])
        case "feed", "group":
            guard mark == .read else {
                throw AppRequestError.invalid("A feed or a group can't be marked as \(name), only as read.")
            }
            let feeds: ItemSelection.Feeds = kind == "feed" ? .feed(try library.feed(id).feed.key) : try group(id)
            try library.markAll(ItemSelection(feeds), arrivedBy: request.date("before"))
        default:
            throw AppRequestError.invalid("“\(kind)” can't be marked. Use item, feed or group in “mark”.")
        }
    }

    /// The feeds of a group; all for the number 0.
    private func group(_ id: Int64) throws -> ItemSelection.Feeds {
        if id == 0 { return .followed }
        guard let folder = try library.folders().first(where: { $0.id == id }) else { throw AppRequestError.notFound }
        return .inFolder(folder.path)
    }

    private static func seconds(_ date: Date?) -> Int { Int(date?.timeIntervalSince1970 ?? 0) }
}

extension Fever {
    /// An answer; members that weren't asked for are left out.
    fileprivate struct Document: Encodable {
        struct Group: Encodable {
            let id: Int64
            let title: String
        }

        struct FeedsGroup: Encodable {
            let group_id: Int64
            let feed_ids: String
        }

        struct Feed: Encodable {
            let id, favicon_id: Int64
            let title, url, site_url: String
            let is_spark = 0
            let last_updated_on_time: Int
        }

        struct Favicon: Encodable {
            let id: Int64
            let data: String
        }

        struct Item: Encodable {
            let id, feed_id: Int64
            let title, author, html, url: String
            let is_saved, is_read, created_on_time: Int

            init(_ item: LibraryItem) {
                (id, feed_id, title) = (item.id, item.feedID, item.title)
                (author, html, url) = (item.entry.author ?? "", item.html, item.url)
                (is_saved, is_read) = (item.isSaved ? 1 : 0, item.isUnread ? 0 : 1)
                created_on_time = Int(item.publishedAt.timeIntervalSince1970)
            }
        }

        let api_version = Fever.version
        let auth = 1
        var last_refreshed_on_time = 0
        var groups: [Group]?
        var feeds_groups: [FeedsGroup]?
        var feeds: [Feed]?
        var favicons: [Favicon]?
        var items: [Item]?
        var total_items: Int?
        var unread_item_ids, saved_item_ids: String?
        var links: [String]?
    }
}
