import FeedStore
import Feeds
import Platform
import Syndication
import WebText

extension GoogleReader {
    /// The maximum number of ids in an answer; a client that gets fewer than 1,000 takes them for the last ones.
    private static let idLimit = 10_000
    /// The maximum number of items in an answer.
    private static let itemLimit = 1_000

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
        let page = try page(of: name, limit: Self.itemLimit)
        return try contents(named: name, page.ids, continuation: page.continuation.map(String.init))
    }

    /// The items with the sent numbers. Unknown ones are left out.
    func contents() throws -> AppResponse {
        let ids = request.all("i").compactMap(ItemNumber.read).prefix(Self.itemLimit)
        return try contents(named: StreamID.name(of: .readingList), Array(ids), continuation: nil)
    }

    private func contents(named name: String, _ ids: [NumberedItem.ID], continuation: String?) throws -> AppResponse {
        try .json(
            Contents(
                id: name, updated: Int(library.now.timeIntervalSince1970),
                items: try library.items(ids).map(Contents.Item.init), continuation: continuation))
    }

    /// A stream as Atom, for apps of before 2013.
    func atom(_ name: String) throws -> AppResponse {
        let page = try page(of: name, limit: Self.itemLimit)
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
        let feed: XML = """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom">
            <id>\(name)</id>
            <title>\(name)</title>
            <updated>\(library.now.internetDateTime)</updated>
            \(entries)</feed>

            """
        return AppResponse(type: SyndicatedFeed.atomType, Data(feed.description.utf8))
    }

    // MARK: Selections

    private func page(of name: String, limit: Int) throws -> Page {
        guard var selection = try selection(of: name) else { return Page(ids: [], continuation: nil) }
        selection.order = .arrival
        selection.isOldestFirst = request["r"] == "o"
        try restrict(&selection)
        let wanted = min(max(1, request.number("n") ?? 20), limit)
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
        case .label(let folder): return ItemSelection(.inFolder(folder))
        case .state(.readingList): return ItemSelection(.followed)
        case .state(.read): return ItemSelection(.followed, isUnread: false)
        case .state(.unread), .state(.keptUnread), .state(.trackingKeptUnread):
            return ItemSelection(.followed, isUnread: true)
        case .state(.starred): return ItemSelection(.all, isSaved: true)
        case .state(.broadcast), .state(.like): return nil
        case nil: throw AppRequestError.invalid("“\(name)” isn't a stream.")
        }
    }

    /// Applies what is excluded and included, and the times of arrival.
    private func restrict(_ selection: inout ItemSelection) throws {
        for (name, isIncluded) in [("xt", false), ("it", true)] {
            for text in request.all(name) {
                switch StreamID(text) {
                case .state(.read): selection.isUnread = !isIncluded
                case .state(.unread), .state(.keptUnread): selection.isUnread = isIncluded
                case .state(.starred): selection.isSaved = isIncluded
                default: continue
                }
            }
        }
        if let since = request.number("ot"), since > 0 {
            selection.firstSeenSince = Date(timeIntervalSince1970: TimeInterval(since))
        }
        if let until = request.number("nt"), until > 0 {
            selection.firstSeenBy = Date(timeIntervalSince1970: TimeInterval(until))
        }
    }
}

extension String {
    /// Plain text as HTML within XML.
    fileprivate var escapedForXMLTwice: String { let html: XML = "\(self)"; return html.description }
}

/// The items of a stream.
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
            if let folder = item.source?.folder { categories.append(StreamID.name(ofLabel: folder)) }
            if !item.isUnread { categories.append(StreamID.name(of: .read)) }
            if item.isSaved { categories.append(StreamID.name(of: .starred)) }
            self.categories = categories
            origin = Origin(
                streamId: StreamID.name(ofFeed: item.feedID), title: item.feedTitle, htmlUrl: item.page)
            let files = item.entry.enclosures.map { Link(href: $0.url, type: $0.type, length: $0.length) }
            enclosure = files.isEmpty ? nil : files
        }
    }

    let id: String
    let updated: Int
    let items: [Item]
    let continuation: String?
}
