import Platform

/// Gives items whose ids are shared the ids that they are stored under.
///
/// Some feeds give several items one id for a while. What other items a document has doesn't change an id that is stored.
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

    /// The ids that an item may be stored under, those for new items first; the last one is the one that it shares.
    private static func names(_ item: WebFeedItem, _ id: String) -> [String] {
        let (link, date) = (ItemIdentity.link(item), ItemIdentity.date(item))
        let extensions = [[link], [link, date], [date], []].filter { !$0.contains("") }
        return extensions.map { ([id] + $0).joined(separator: " ") }
    }
}
