import Platform
import SQL
import Search
import Stories
import WebText

/// Decides about the stories of items that arrive, within the caller's transaction, which excludes other arrivals.
struct StoryWriter {
    /// A new item of a feed that no other feed lists.
    struct Arrival {
        let id: Int64
        let item: FeedUpdate.Item
        let scope: String
        let feed: Int64
        /// The feed's title.
        let source: String
        /// The account that alone reads the feed; nil for a feed of several readers.
        let owner: Int64?
        /// The item's date, or that of its arrival.
        let date: Date
        let firstSeenAt: Date
    }

    let db: StoreTransaction

    /// The number of titles before the window of which the rarity of words is learned after a start.
    private static let learnedTitles = 20_000

    /// Decides about items, in their order, and stores what joins others.
    ///
    /// - Parameters:
    ///   - first: the number of the first item that the refresh has stored.
    ///   - last: the last one; nil for none.
    func decide(
        _ arrivals: [Arrival], between first: Int64, and last: (id: Int64, key: String)?, at now: Date
    ) throws {
        guard let fields = db.options.stories else { return }
        var known = try currentIndex(before: first, leavingOut: Set(arrivals.map(\.id)), at: now)
        let begin = now - TimeInterval(StoryIndex.window)
        var joins = JoiningKinds(fields), decided = DecidedRows()
        for arrival in arrivals {
            // Nothing joins an item from before the window, as most of a first import are.
            let item = arrival.item
            if arrival.date <= begin {
                if joins.byWords(arrival.scope, item.search.kind, { item.payload }) {
                    known.index.learn(item.search.title, source: arrival.source)
                }
                continue
            }
            let found = item.story.map { $0.fields(item.search) } ?? fields(arrival.scope, item.payload)
            guard let found else { continue }
            try add(StoryItem(arrival, found), to: &known.index, at: now.seconds, &decided)
        }
        try decided.insert(db)
        if let last, last.id > known.last?.id ?? 0 { known.last = last }
        db.stories.put(known)
    }

    private func add(
        _ item: StoryItem, to index: inout StoryIndex, at now: Int64, _ decided: inout DecidedRows
    ) throws {
        var decision = index.add(item, at: now), merged = decision.merged
        while true {
            let linked = decision.links + decision.across.map(\.link)
            if linked.isEmpty { break }
            let stored = Set(
                try ValuesClause(linked.map(\.with)).rows(db) {
                    "SELECT item.id FROM \($0) CROSS JOIN item ON item.id = given.column1"
                }.map { try $0.integer(0) })
            let gone = linked.map(\.with).filter { !stored.contains($0) }
            let older = gone.isEmpty ? try self.older(decision.row) : nil
            if gone.isEmpty, older == nil { break }
            // Items that any process has removed prove nothing, and rows that another process has merged are unused.
            for item in [item.id] + gone { index.remove(item) }
            if let older { index.rename(decision.row, to: older) }
            decision = index.add(item, at: now)
            merged += decision.merged
        }
        if !merged.isEmpty {
            try decided.insert(db)
            decided = DecidedRows()
            for story in merged {
                let known = try older(story) ?? story
                if known == decision.row { continue }
                let (kept, gone) = (min(known, decision.row), max(known, decision.row))
                try merge(gone, into: kept)
                index.rename(gone, to: kept)
                decision.row = kept
            }
        }
        if !decision.links.isEmpty || !decision.across.isEmpty { decided.append(item.id, decision, index) }
    }

    /// The row of which any process has made a row a part; nil if the row is still used.
    private func older(_ row: Int64) throws -> Int64? {
        try db.row("SELECT into_id FROM merged_story WHERE story_id = ?", [row])?.integer(0)
    }

    private func merge(_ story: Int64, into older: Int64) throws {
        try db.execute("UPDATE story SET story_id = ? WHERE story_id = ?", [older, story])
        try db.execute("UPDATE merged_story SET into_id = ? WHERE into_id = ?", [older, story])
        try db.execute(
            "INSERT INTO merged_story (story_id, into_id) VALUES (?, ?) ON CONFLICT DO NOTHING", [story, older])
    }

    /// The only account that reads a feed; nil if others may, or if there are no others.
    func owner(_ owner: Int64?) throws -> Int64? {
        guard let owner else { return nil }
        return try db.count("SELECT count(*) FROM account") < 2 ? nil : owner
    }

    // MARK: Index

    /// The index with all items that are stored before one.
    private func currentIndex(
        before first: Int64, leavingOut arrivals: Set<Int64>, at now: Date
    ) throws -> StoryKeeper.Known {
        var known = db.stories.take()
        if let last = known?.last {
            let isStored = try db.row("SELECT 1 FROM item WHERE id = ? AND key = ?", [last.id, last.key]) != nil
            // The transaction of the last item failed. The numbers of its items may be given again, even to the same items.
            if !isStored || last.id >= first { known = nil }
        }
        return try extended(known, before: first, leavingOut: arrivals, at: now)
    }

    /// Adds what is stored to an index; nil begins one.
    ///
    /// - Parameter arrivals: the items about which nothing is decided yet, though they may have been stored before a feed lists
    ///   them.
    func extended(
        _ known: StoryKeeper.Known?, before end: Int64 = .max, leavingOut arrivals: Set<Int64> = [], at now: Date
    ) throws -> StoryKeeper.Known {
        guard let fields = db.options.stories else { return StoryKeeper.Known(index: StoryIndex()) }
        var known = try known ?? StoryKeeper.Known(index: StoryIndex(rarity: learnedRarity(before: now)))
        var after = try known.last?.id ?? lastItem(seenBefore: now)
        while true {
            let rows = try db.rows(Self.storedItems, [after, end])
            for row in rows {
                let (id, key, scope) = (try row.integer(0), try row.text(1), try row.text(2))
                let firstSeenAt = try row.date(4)
                known.last = (id, key)
                after = id
                guard !arrivals.contains(id), let feed = try row.optionalInteger(7),
                    let payload = try row.optionalData(5)
                else { continue }
                let arrival = Arrival(
                    id: id, item: FeedUpdate.Item(id: key, payload: payload), scope: scope, feed: feed,
                    source: try row.optionalText(8) ?? "", owner: try owner(row.optionalInteger(9)),
                    date: try row.optionalDate(3) ?? firstSeenAt, firstSeenAt: firstSeenAt)
                guard let item = fields(scope, payload).map({ StoryItem(arrival, $0) }) else { continue }
                known.index.restore(
                    item, in: try row.optionalInteger(6) ?? id,
                    begun: try row.optionalInteger(10).map { Date(milliseconds: $0).seconds }, at: firstSeenAt.seconds)
            }
            if rows.count < Self.readAtOnce { return known }
        }
    }

    /// The number of items in one batch, with their payloads.
    private static let readAtOnce = 500

    /// Items with the first feed that listed them, without those of discussions.
    private static let storedItems = """
        SELECT item.id, item.key, item.scope, item.date, item.first_seen_at, content.payload, story.story_id,
            feed.id, feed.feed_title, feed.owner_id, \(begin)
        FROM item LEFT JOIN content ON content.item_id = item.id LEFT JOIN story ON story.item_id = item.id
        LEFT JOIN item AS head ON head.id = story.story_id
        LEFT JOIN feed ON feed.is_discussion = 0 AND feed.id = (
            SELECT listing.feed_id FROM listing WHERE listing.item_id = item.id ORDER BY listing.seq, listing.feed_id LIMIT 1)
        WHERE item.id > ? AND item.id < ? ORDER BY item.id LIMIT \(readAtOnce)
        """

    /// The time of the first item of a story, which doesn't count as later than its arrival.
    private static let begin = """
        CASE WHEN head.date < head.first_seen_at THEN head.date ELSE head.first_seen_at END
        """

    /// The last item that arrived before the window; 0 without one.
    private func lastItem(seenBefore now: Date) throws -> Int64 {
        let begin = now - TimeInterval(StoryIndex.window)
        return try db.row(
            "SELECT id FROM item WHERE first_seen_at <= ? ORDER BY id DESC LIMIT 1", [begin.milliseconds])?.integer(0)
            ?? 0
    }

    /// The rarity of the words of titles before the window.
    private func learnedRarity(before now: Date) throws -> WordRarity {
        var rarity = WordRarity()
        guard let fields = db.options.stories else { return rarity }
        var joins = JoiningKinds(fields)
        let sql = """
            SELECT item.scope, item.kind, content.title, content.item_id FROM item
            JOIN content ON content.item_id = item.id WHERE item.id <= ? ORDER BY item.id DESC LIMIT \(Self.learnedTitles)
            """
        for row in try db.rows(sql, [try lastItem(seenBefore: now)]).reversed() {
            let (scope, kind) = (try row.text(0), try row.optionalText(1) ?? "")
            let item = try row.integer(3)
            let isCompared = try joins.byWords(scope, kind) {
                try db.row("SELECT payload FROM content WHERE item_id = ?", [item])?.data(0)
            }
            if isCompared { rarity.learn(try row.text(2)) }
        }
        return rarity
    }
}

/// The rows of decisions, collected and then written by a few statements.
private struct DecidedRows {
    private var items = TableRows("story", "item_id", "story_id", "has_news")
    private var links = TableRows("story_link", "item_id", "with_id", "evidence")
    private var own = TableRows("own_story_link", "account_id", "item_id", "with_id", "evidence")

    mutating func append(_ item: Int64, _ decision: StoryDecision, _ index: StoryIndex) {
        items.append(item, decision.row, decision.hasNews)
        for link in decision.links + decision.across.map(\.link) {
            items.append(link.with, index.row(of: link.with) ?? link.with, false)
        }
        for link in decision.links { links.append(item, link.with, link.evidence.rawValue) }
        for across in decision.across {
            own.append(across.owner, item, across.link.with, across.link.evidence.rawValue)
        }
    }

    func insert(_ db: StoreTransaction) throws {
        for rows in [items, links, own] { try rows.insert(db, onConflict: "ON CONFLICT DO NOTHING") }
    }
}

/// The kinds of items whose titles are compared, each known from one of its items.
private struct JoiningKinds {
    private struct Kind: Hashable {
        let scope, kind: String
    }

    private let fields: @Sendable (String, Data) -> StoryFields?
    private var known: [Kind: Bool] = [:]

    init(_ fields: @escaping @Sendable (String, Data) -> StoryFields?) { self.fields = fields }

    mutating func byWords(_ scope: String, _ kind: String, _ payload: () throws -> Data?) rethrows -> Bool {
        let kind = Kind(scope: scope, kind: kind)
        if let joins = known[kind] { return joins }
        let joins = try payload().flatMap { fields(scope, $0) }?.joinsByWords ?? false
        known[kind] = joins
        return joins
    }
}

extension StoryItem {
    fileprivate init(_ arrival: StoryWriter.Arrival, _ fields: StoryFields) {
        self.init(
            id: arrival.id, feed: arrival.feed, source: arrival.source, title: fields.title, text: fields.text,
            time: arrival.date.seconds, address: fields.address, subject: fields.subject, links: fields.links,
            joining: fields.joinsByWords ? .byWords : .byAddress, owner: arrival.owner)
    }
}

extension Date {
    /// Whole seconds since 1970.
    fileprivate var seconds: Int64 { milliseconds / 1000 }
}
