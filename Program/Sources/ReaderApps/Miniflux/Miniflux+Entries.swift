import FeedStore
import Feeds
import Platform
import Syndication
import WebText

extension Miniflux {
    private static let defaultLimit = 100

    func entry(_ id: NumberedItem.ID) throws -> MinifluxEntry {
        let feeds = try library.feeds()
        guard let item = try library.items([id], feeds).first else { throw AppRequestError.notFound }
        return MinifluxEntry(item, try library.folders(), library)
    }

    /// The entries that the query selects, of those of `selection`.
    func entries(_ selection: ItemSelection) throws -> AppResponse {
        let (ids, total) = try selected(selection)
        let (folders, library) = (try library.folders(), library)
        // Sent as they are read: all that is stored may be larger than what the memory has room for.
        if ids.count > Library.itemLimit {
            return try .json(
                ["total": total], "entries", in: library.parts(ids) { MinifluxEntry($0, folders, library) })
        }
        let list = try library.list(ids) { MinifluxEntry($0, folders, library) }
        return try .json(["total": total], "entries", list)
    }

    /// Fetches the full text of an entry from its page. The server keeps it with the entry, as for the page's button.
    func fetchContent(_ id: NumberedItem.ID) throws -> Answer {
        _ = try request.flag("update_content")
        guard let item = try library.items([id]).first else { throw AppRequestError.notFound }
        let library = library
        return .later {
            let text = try await library.fullText(of: item)
            guard let article = text.article else { throw AppRequestError.invalid(text.remark ?? "") }
            let html = library.html(article.markup, of: item.source.feed)
            return try .json(FetchedContent(content: html, reading_time: MinifluxEntry.readingTime(html)))
        }
    }

    func entryIDs() throws -> AppResponse {
        let (ids, total) = try selected(ItemSelection(.followed))
        return try .json(EntryIDs(total: total, entry_ids: ids))
    }

    private func selected(_ selection: ItemSelection) throws -> (ids: [Int64], total: Int) {
        guard let selection = try restricted(selection) else { return ([], 0) }
        let limit = try count("limit") ?? Self.defaultLimit, offset = try count("offset") ?? 0
        let (count, isOver) = limit.addingReportingOverflow(offset)
        // As for Miniflux, the limit 0 is none.
        let found = try library.store.numbers(of: selection, limit: limit == 0 || isOver ? .max : count)
        return (Array(found.dropFirst(offset)), try library.store.count(of: selection))
    }

    private func count(_ name: String) throws -> Int? {
        guard let count = try request.number(name) else { return nil }
        if count < 0 { throw AppRequestError.invalid("“\(name)” can't be negative. Use 0 or more.") }
        return count
    }

    /// Returns a selection restricted by the query's parameters; nil if nothing is left.
    private func restricted(_ selection: ItemSelection) throws -> ItemSelection? {
        var selection = selection
        for name in Self.unsupported where request[name] != nil {
            throw AppRequestError.invalid("Entries can't be selected by “\(name)” on this server. Leave it out.")
        }
        let states = request.all("status").filter { !$0.isEmpty }
        for state in states where !["read", "unread", "removed"].contains(state) {
            throw AppRequestError.invalid("“\(state)” isn't a status. Use read or unread.")
        }
        // What is removed is gone.
        if !states.isEmpty, states.allSatisfy({ $0 == "removed" }) { return nil }
        if states.contains("unread") != states.contains("read") { selection.isUnread = states.contains("unread") }
        selection.isSaved = try request.flag("starred")
        // Saved items stay when their feeds no longer list them.
        if selection.isSaved == true, selection.feeds == .followed { selection.feeds = .all }
        if let feed = try request.number("feed_id") { selection.feeds = .feed(try library.feed(Int64(feed)).feed.key) }
        if let folder = try request.number("category_id") { selection.feeds = try inFolder(Int64(folder)) }
        if let words = request["search"] {
            selection.searched = words.split(whereSeparator: \.isWhitespace).map(String.init)
            try library.store.indexNewItems()
        }
        selection.before = try request.date("before") ?? request.date("published_before")
        selection.since = try request.date("after") ?? request.date("published_after")
        selection.changedSince = try request.date("changed_after")
        selection.changedBefore = try request.date("changed_before")
        selection.above = try request.number("after_entry_id").map(Int64.init)
        selection.below = try request.number("before_entry_id").map(Int64.init)
        switch request["order"] ?? "published_at" {
        case "id", "created_at": selection.order = .arrival
        case "changed_at": selection.order = .changed
        case "published_at": selection.order = .published
        case "title": selection.order = .title
        case "author": selection.order = .author
        case "status": selection.order = .state
        case "category_title", "category_id": selection.order = .folder
        case let order: throw AppRequestError.invalid("“\(order)” isn't an order of entries.")
        }
        switch request["direction"] ?? "asc" {
        case "asc": selection.isOldestFirst = true
        case "desc": selection.isOldestFirst = false
        case let direction: throw AppRequestError.invalid("“\(direction)” isn't a direction. Use asc or desc.")
        }
        return selection
    }

    /// The parameters of Miniflux that this server doesn't support.
    private static let unsupported = ["tags"]

    // MARK: Marks

    func changeEntries() throws {
        struct Body: Decodable {
            let entry_ids: [Int64]
            let status: String?
            let starred: Bool?
        }
        let body = try body(Body.self, ["entry_ids", "status", "starred"])
        var marks: [Mark] = []
        switch body.status {
        case "read": marks.append(.read)
        case "unread": marks.append(.unread)
        case nil: break
        case let status?: throw AppRequestError.invalid("“\(status)” isn't a status. Use read or unread.")
        }
        if let starred = body.starred { marks.append(starred ? .saved : .unsaved) }
        guard !body.entry_ids.isEmpty, !marks.isEmpty else {
            throw AppRequestError.invalid("Name entries in “entry_ids”, and set “status” or “starred”.")
        }
        try library.mark(body.entry_ids, as: marks)
    }

    func toggleStar(_ id: NumberedItem.ID) throws {
        guard let item = try library.items([id]).first else { throw AppRequestError.notFound }
        try library.mark([id], as: [item.isSaved ? .unsaved : .saved])
    }
}

private struct EntryIDs: Encodable {
    let total: Int
    let entry_ids: [Int64]
}

private struct FetchedContent: Encodable {
    let content: String
    let reading_time: Int
}

/// An entry.
struct MinifluxEntry: Encodable {
    struct Enclosure: Encodable {
        let id: Int
        let user_id, entry_id: Int64
        let url, mime_type: String
        let size: Int
        let media_progression = 0
    }

    let id, user_id, feed_id: Int64
    let status, hash, title, url, comments_url: String
    let published_at, created_at, changed_at: String
    let content, author, share_code: String
    let starred: Bool
    let reading_time: Int
    let enclosures: [Enclosure]
    let tags: [String]
    let feed: MinifluxFeed

    init(_ item: LibraryItem, _ folders: [Folder], _ library: Library) {
        (id, user_id, feed_id) = (item.id, library.reader.id, item.feedID)
        status = item.isUnread ? "unread" : "read"
        (hash, title, url, share_code) = (item.hash, item.title, item.url, "")
        comments_url = item.entry.discussion ?? ""
        published_at = item.publishedAt.internetDateTime
        created_at = item.arrivedAt.internetDateTime
        changed_at = item.changedAt.internetDateTime
        (content, author, starred) = (item.html, item.entry.author ?? "", item.isSaved)
        reading_time = Self.readingTime(item.html)
        enclosures = item.entry.enclosures.enumerated().map { place, file in
            Enclosure(
                id: place + 1, user_id: library.reader.id, entry_id: item.id, url: file.url,
                mime_type: file.type ?? "application/octet-stream", size: file.length ?? 0)
        }
        tags = item.entry.tags
        feed = MinifluxFeed(item.source, folders, library)
    }

    /// The reading time in minutes, at the number of words a minute that Miniflux assumes.
    static func readingTime(_ html: String) -> Int { max(1, html.utf8.count { $0 == UInt8(ascii: " ") } / 265) }
}
