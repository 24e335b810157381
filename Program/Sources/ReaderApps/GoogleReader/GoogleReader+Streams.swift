import FeedStore
import Feeds
import Platform
import Syndication
import WebText

extension GoogleReader {
    /// The maximum number of ids in an answer; a client that gets fewer than 1,000 takes them for the last ones.
    private static let idLimit = 10_000
    /// The maximum number of items of a page.
    private static let pageLimit = 1_000

    /// A page of a stream.
    private struct Page {
        var ids: [NumberedItem.ID]
        /// The last number, from which the next page continues; nil on the last page.
        ///
        /// An offset would shift as items are read.
        var continuation: NumberedItem.ID?
    }

    /// The ids of a stream's items.
    func ids() throws -> AppResponse {
        let page = try page(of: request["s"] ?? "", limit: Self.idLimit)
        // An encoder takes 20 ms for 10,000 of them.
        let refs = page.ids.map { "{\"id\":\"\($0)\"}" }.joined(separator: ",")
        let continuation = page.continuation.map { "\"continuation\":\"\($0)\"," } ?? ""
        return .json(text: "{\(continuation)\"itemRefs\":[\(refs)]}")
    }

    /// The items of a stream; the parameter `s` may name it, too.
    func contents(of path: String) throws -> AppResponse {
        let name = path.isEmpty ? request["s"] ?? StreamID.name(of: .readingList) : path
        let page = try page(of: name, limit: Self.pageLimit)
        return try contents(named: name, page.ids, continuation: page.continuation.map(String.init))
    }

    /// The items with the sent numbers. Unknown ones are left out.
    func contents() throws -> AppResponse {
        let ids = try itemIDs()
        guard ids.count <= Library.itemLimit else {
            throw AppRequestError.invalid(
                "The request names \(ids.count.grouped) items. Name at most \(Library.itemLimit.grouped) in “i”.")
        }
        return try contents(named: StreamID.name(of: .readingList), ids, continuation: nil)
    }

    /// The numbers in the parameters `i`. Fails if one isn't an item's id.
    func itemIDs() throws -> [NumberedItem.ID] {
        try request.all("i").filter { !$0.isEmpty }.map { text in
            guard let id = ItemNumber.read(text) else {
                throw AppRequestError.invalid("“\(text)” isn't the id of an item. Name items in “i”.")
            }
            return id
        }
    }

    private func contents(named name: String, _ ids: [NumberedItem.ID], continuation: String?) throws -> AppResponse {
        let envelope = Contents(
            continuation: continuation, id: name, updated: Int(library.now.timeIntervalSince1970))
        return try .json(envelope, "items", library.list(ids, as: Contents.Item.init))
    }

    /// A stream as Atom, for apps of before 2013.
    func atom(_ name: String) throws -> AppResponse {
        let page = try page(of: name, limit: Self.pageLimit)
        let entries = try library.items(page.ids).map { item -> XML in
            let read: XML? =
                item.isUnread
                ? nil
                : """
                <category scheme="http://www.google.com/reader/" label="read" term="\(StreamID.name(of: .read))"/>

                """
            return """
                <entry>
                <id>\(ItemNumber.long(item.id))</id>
                \(read)<title type="html">\(item.title.escapedForXMLTwice)</title>
                <link rel="alternate" type="text/html" href="\(item.url)"/>
                <published>\(item.publishedAt.internetDateTime)</published><updated>\(item.publishedAt.internetDateTime)</updated>
                <author><name>\(item.entry.author ?? "")</name></author>
                <summary type="html">\(item.html)</summary>
                </entry>

                """
        }
        // The element in which Google Reader had it.
        let continuation: XML? = page.continuation.map { id in
            """
            <gr:continuation xmlns:gr="http://www.google.com/schemas/reader/atom/">\(String(id))</gr:continuation>

            """
        }
        let feed: XML = """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom">
            <id>\(name)</id>
            <title>\(name)</title>
            <updated>\(library.now.internetDateTime)</updated>
            \(continuation)\(entries)</feed>

            """
        return AppResponse(type: SyndicatedFeed.atomType, Data(feed.description.utf8))
    }

    // MARK: Selections

    private func page(of name: String, limit: Int) throws -> Page {
        guard var selection = try selection(of: name) else { return Page(ids: [], continuation: nil) }
        selection.order = .arrival
        selection.isOldestFirst = try isOldestFirst()
        guard try restrict(&selection) else { return Page(ids: [], continuation: nil) }
        let wanted = min(max(1, try request.number("n") ?? 20), limit)
        if let last = request["c"] {
            guard let id = Int64(last) else {
                throw AppRequestError.invalid("“c” isn't a continuation of this server.")
            }
            if selection.isOldestFirst { selection.above = id } else { selection.below = id }
        }
        var ids = try library.store.numbers(of: selection, limit: wanted + 1)
        let hasMore = ids.count > wanted
        if hasMore { ids.removeLast() }
        return Page(ids: ids, continuation: hasMore ? ids.last : nil)
    }

    /// The items of a stream; nil for one that is always empty. Fails if there is no such stream.
    func selection(of name: String) throws -> ItemSelection? {
        switch StreamID(name) {
        case .feed(let name): return ItemSelection(.feed(try library.feed(named: name).feed.key))
        case .label(let name):
            // Folders have the first claim on a name, as in FreshRSS.
            if try !library.hasFolder(name), try library.hasLabel(name) {
                return ItemSelection(.all, label: name)
            }
            return ItemSelection(.inFolder(name))
        case .state(.readingList): return ItemSelection(.followed)
        case .state(.read): return ItemSelection(.followed, isUnread: false)
        case .state(.unread), .state(.keptUnread), .state(.trackingKeptUnread):
            return ItemSelection(.followed, isUnread: true)
        case .state(.starred): return ItemSelection(.all, isSaved: true)
        case .state(.broadcast), .state(.like): return nil
        case nil: throw AppRequestError.invalid("“\(name)” isn't a stream.")
        }
    }

    private func isOldestFirst() throws -> Bool {
        switch request["r"] {
        case "o": return true
        case nil, "n", "d": return false
        case let order?:
            throw AppRequestError.invalid("“\(order)” isn't an order of items. Use o (oldest first) or n in “r”.")
        }
    }

    /// Applies the exclusions, inclusions and times of arrival. Returns false if that leaves nothing.
    private func restrict(_ selection: inout ItemSelection) throws -> Bool {
        var isEmpty = false
        for (name, isIncluded) in [("xt", false), ("it", true)] {
            for text in request.all(name) where !text.isEmpty {
                switch StreamID(text) {
                case .state(.read): selection.isUnread = !isIncluded
                case .state(.unread), .state(.keptUnread), .state(.trackingKeptUnread):
                    selection.isUnread = isIncluded
                case .state(.starred): selection.isSaved = isIncluded
                case .state(.readingList): if !isIncluded { isEmpty = true }
                // No item has them.
                case .state(.broadcast), .state(.like): if isIncluded { isEmpty = true }
                case .feed, .label, nil:
                    throw AppRequestError.invalid(
                        "“\(text)” isn't a state of items. Use the stream of a state, such as …/read, in “\(name)”.")
                }
            }
        }
        if let since = try request.date("ot"), since.timeIntervalSince1970 > 0 { selection.firstSeenSince = since }
        if let until = try request.date("nt"), until.timeIntervalSince1970 > 0 { selection.firstSeenBy = until }
        return !isEmpty
    }
}

extension String {
    /// Plain text as HTML within XML.
    fileprivate var escapedForXMLTwice: String { let html: XML = "\(self)"; return html.description }
}

/// A stream, without its items.
private struct Contents: Encodable {
    struct Link: Encodable {
        let href: String
        var type: String?
        var length: Int?
    }

    struct Item: Encodable {
        struct Summary: Encodable {
            let content: String
        }

        struct Origin: Encodable {
            let streamId, title, htmlUrl: String
        }

        let id, title, author: String
        let published, updated: Int
        let crawlTimeMsec, timestampUsec: String
        let canonical, alternate: [Link]
        let summary: Summary
        let categories: [String]
        let origin: Origin
        let enclosure: [Link]?

        init(_ item: LibraryItem) {
            id = ItemNumber.long(item.id)
            (title, author) = (item.title, item.entry.author ?? "")
            published = Int(item.publishedAt.timeIntervalSince1970)
            updated = published
            let arrived = item.arrivedAt.milliseconds
            (crawlTimeMsec, timestampUsec) = ("\(arrived)", "\(arrived)000")
            canonical = [Link(href: item.url)]
            alternate = [Link(href: item.url, type: "text/html")]
            summary = Summary(content: item.html)
            var categories = [StreamID.name(of: .readingList)]
            if let folder = item.source.folder { categories.append(StreamID.name(ofLabel: folder)) }
            categories += item.labels.map(StreamID.name(ofLabel:)).filter { !categories.contains($0) }
            if !item.isUnread { categories.append(StreamID.name(of: .read)) }
            if item.isSaved { categories.append(StreamID.name(of: .starred)) }
            self.categories = categories
            origin = Origin(
                streamId: StreamID.name(ofFeed: item.feedID), title: item.feedTitle, htmlUrl: item.page)
            let files = item.entry.enclosures.map { Link(href: $0.url, type: $0.type, length: $0.length) }
            enclosure = files.isEmpty ? nil : files
        }
    }

    let continuation: String?
    let id: String
    let updated: Int
}
