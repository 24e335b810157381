import Platform
import WebText

/// Identifies an item across fetches.
enum ItemIdentity {
    /// The declared id, else the link, else a fingerprint of title, date and text.
    static func id(declared: String?, _ item: WebFeedItem) -> String {
        if let declared = declared?.onOneLine, !declared.isEmpty {
            // SQLite's text ends at a NUL.
            let isStorable = declared.utf8.count <= 1024 && !declared.utf8.contains(0)
            return isStorable ? declared : Fingerprint(of: declared).urn
        }
        if let url = item.url { return canonical(url) }
        let date = (item.published ?? item.updated)?.internetDateTime ?? ""
        return Fingerprint(of: [item.title ?? "", date, item.content ?? item.summary ?? ""].joined(separator: "\n")).urn
    }

    /// A link without the parts that change on unchanged items: the scheme, and tracking parameters.
    static func canonical(_ url: URL) -> String {
        var text = url.absoluteString
        if text.lowercased().hasPrefix("http://") { text = "https" + text.dropFirst(4) }
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else { return text }
        let end = text[mark...].firstIndex(of: "#") ?? text.endIndex
        let kept = text[mark..<end].dropFirst().split(separator: "&").filter { !TrackingParameters.contains($0) }
        return text[..<mark] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&")) + text[end...]
    }

    /// The items, each with a unique id; and for each extended id, the one that several items share.
    ///
    /// Of items with the same id, link and date, the newest wins. Different links become part of the ids, or else different dates.
    static func unique(_ items: [WebFeedItem]) -> (items: [WebFeedItem], sharedIDs: [String: String]) {
        guard Set(items.lazy.map(\.id)).count < items.count else { return (items, [:]) }
        var links: [String: Set<String>] = [:], dates: [[String]: Set<String>] = [:]
        for item in items {
            links[item.id, default: []].insert(link(item))
            dates[[item.id, link(item)], default: []].insert(date(item))
        }
        var places: [String: Int] = [:], sharedIDs: [String: String] = [:]
        var result: [WebFeedItem] = []
        result.reserveCapacity(items.count)
        for var item in items {
            let (shared, link, date) = (item.id, link(item), date(item))
            if let all = links[shared], all.count > 1, !link.isEmpty { item.id += " " + link }
            if let all = dates[[shared, link]], all.count > 1, !date.isEmpty { item.id += " " + date }
            if item.id != shared { sharedIDs[item.id] = shared }
            if let place = places[item.id] {
                if (item.updated ?? .distantPast) > (result[place].updated ?? .distantPast) { result[place] = item }
            } else {
                places[item.id] = result.count
                result.append(item)
            }
        }
        return (result, sharedIDs)
    }

    static func link(_ item: WebFeedItem) -> String { item.url.map(canonical) ?? "" }

    static func date(_ item: WebFeedItem) -> String { item.published?.internetDateTime ?? "" }
}

/// Gives items with shared ids their stored ids.
///
/// Some feeds give several items one id for a while. The other items of a document don't change a stored id.
struct StoredIdentity {
    /// The ids that several items have shared; nil if that is unknown.
    let shared: Set<String>?
    /// The stored items with these ids.
    let stored: ([String]) throws -> [String: WebFeedItem]

    /// The items of the feed under their stored ids; new ones that share an id get an extended one.
    func settled(_ feed: WebFeed) throws -> [WebFeedItem] {
        let places = feed.items.indices.filter { index in
            let id = feed.items[index].id
            return feed.sharedIDs[id] != nil || shared?.contains(id) ?? true
        }
        if places.isEmpty { return feed.items }
        func sharedID(_ item: WebFeedItem) -> String { feed.sharedIDs[item.id] ?? item.id }
        let known = try stored(places.flatMap { Self.names(feed.items[$0], sharedID(feed.items[$0])) })
        if known.isEmpty, shared == nil { return feed.items }

        var items = feed.items
        var taken = Set(items.map(\.id)).subtracting(places.map { items[$0].id })
        let counts = Dictionary(items.map { ([sharedID($0), ItemIdentity.link($0)], 1) }, uniquingKeysWith: +)
        for place in places {
            let item = items[place]
            let id = sharedID(item)
            let names = Self.names(item, id)
            // Alone with its id and link, an item keeps its id although its date has changed.
            let isAlone = counts[[id, ItemIdentity.link(item)]] == 1
            let former = names.first { name in
                guard !taken.contains(name), let old = known[name] else { return false }
                return ItemIdentity.link(old) == ItemIdentity.link(item)
                    && (isAlone || ItemIdentity.date(old) == ItemIdentity.date(item))
            }
            let isNewAmongShared = item.id == id && shared?.contains(id) == true
            let new = isNewAmongShared ? names.first { !taken.contains($0) } ?? id : item.id
            items[place].id = former ?? new
            taken.insert(items[place].id)
        }
        return items
    }

    /// The possible stored ids of an item, ids for new items first; the last one is the shared id.
    private static func names(_ item: WebFeedItem, _ id: String) -> [String] {
        let (link, date) = (ItemIdentity.link(item), ItemIdentity.date(item))
        let extensions = [[link], [link, date], [date], []].filter { !$0.contains("") }
        return extensions.map { ([id] + $0).joined(separator: " ") }
    }
}
