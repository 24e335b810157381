import Platform
import SQL
import Search

/// The results of a search.
package struct SearchResults: Sendable, Hashable {
    /// An item and the part of its text that matched.
    package struct Hit: Sendable, Hashable {
        /// The item.
        package var item: StoredItem
        /// Plain text around the match, or the title if the query has no words.
        package var match: String
        /// The ranges of the matched words in `match`.
        package var ranges: [Range<String.Index>]

        /// Creates a hit.
        package init(item: StoredItem, match: String = "", ranges: [Range<String.Index>] = []) {
            self.item = item
            self.match = match
            self.ranges = ranges
        }
    }

    /// The number of items found, without the limit.
    package var total: Int
    /// The items in order, up to the limit, each once.
    package var hits: [Hit]
    /// The error due to which new items weren't searched; nil if all were.
    package var indexError: FeedStoreError?
    /// The indexed part of the items, from 0 to 1, after an update; nil if complete.
    package var reindexed: Double?

    /// Creates results; empty by default.
    package init(total: Int = 0, hits: [Hit] = []) {
        self.total = total
        self.hits = hits
    }
}

extension FeedStore {
    /// Searches every stored item, including unlisted ones.
    ///
    /// If more than 10,000 items contain the words, only those stored last are sorted, unless more are asked for; the total
    /// counts all.
    ///
    /// Indexes new items first. If the store can't be written, the results say why some weren't searched.
    /// - Parameters:
    ///   - groupsStories: true to show one item for each story that the search finds: the best match, or in other orders
    ///     that with the headline. The total counts it once.
    ///   - now: the reference of relative dates such as `since:7d`.
    ///   - deadline: when the search fails with ``FeedStoreError/tooSlow``; nil for never.
    package func search(
        _ query: SearchQuery, order: SearchOrder, limit: Int, groupsStories: Bool = false, now: Date,
        until deadline: ContinuousClock.Instant? = nil
    ) throws -> SearchResults {
        let statement = try statement(query, order, groupsStories: groupsStories, now: now, until: deadline)
        func find() throws -> (results: SearchResults, isBehind: Bool) {
            try self.find(statement, limit: limit, groupsStories: groupsStories, until: deadline)
        }
        if !statement.comparesWords { return try find().results }
        var failure = try indexNewItems(until: deadline)
        var (results, isBehind) = try find()
        if isBehind, failure == nil {
            // The index was found damaged and emptied during the search.
            failure = try indexNewItems(until: deadline)
            (results, isBehind) = try find()
        }
        if isBehind { results.indexError = failure }
        return results
    }

    /// Counts the stored items that a search finds, up to a limit. Without regular expressions, it reads no more than needed.
    ///
    /// Indexes new items first, as a search does.
    /// - Parameters:
    ///   - now: the reference of relative dates.
    ///   - deadline: when it fails with ``FeedStoreError/tooSlow``.
    package func count(
        of query: SearchQuery, atMost limit: Int, now: Date, until deadline: ContinuousClock.Instant
    ) throws -> Int {
        let statement = try statement(query, .arrival, now: now, until: deadline)
        if statement.comparesWords { try indexNewItems(until: deadline) }
        return try read { db in
            try db.limited(until: deadline) {
                if !statement.patterns.isEmpty { return min(limit, try Self.ids(db, statement, limit: 0).total) }
                return try db.count(statement.countAtMost, statement.values + [limit], isReused: false)
            }
        }
    }

    func statement(
        _ query: SearchQuery, _ order: SearchOrder, groupsStories: Bool = false, now: Date,
        until deadline: ContinuousClock.Instant? = nil
    ) throws -> SearchStatement {
        try read { db in
            try db.limited(until: deadline) {
                SearchStatement(
                    query, order, in: db.fullText, now: now, account: db.account,
                    hidesMuted: try !query.asksForMuted && MutedListings.exist(db), visible: try Account.seesItem(db),
                    discussions: try DiscussionScope.all(db),
                    stories: try SearchedStories(db, query, groupsStories: groupsStories))
            }
        }
    }

    /// Indexes all items that were stored since the last search.
    ///
    /// - Parameter deadline: when it fails with ``FeedStoreError/tooSlow``; nil for never.
    /// - Returns: why the index can't be written; the existing index still works.
    @discardableResult
    package func indexNewItems(until deadline: ContinuousClock.Instant? = nil) throws -> FeedStoreError? {
        do {
            while try updateSearchIndex(limit: Self.indexedAtOnce) {
                // What is indexed stays so: the next search comes further.
                if let deadline, deadline <= .now { throw FeedStoreError.tooSlow }
            }
            return nil
        } catch let error as FeedStoreError {
            switch error {
            case .readOnly, .diskFull, .busy: return error
            default: throw error
            }
        }
    }

    private func find(
        _ statement: SearchStatement, limit: Int, groupsStories: Bool, until deadline: ContinuousClock.Instant?
    ) throws -> (results: SearchResults, isBehind: Bool) {
        try read { db in
            try db.limited(until: deadline) {
                let (ids, total) = try Self.ids(db, statement, limit: max(0, limit), groupsStories: groupsStories)
                var results = SearchResults(
                    total: total, hits: try hits(db, statement, ids, groupsStories: groupsStories))
                let index = SearchIndex(db: db)
                if statement.comparesWords { results.reindexed = try index.reindexing()?.progress }
                return (results, try index.isBehind())
            }
        }
    }

    /// The number of items to index in one transaction, while other writers wait.
    private static let indexedAtOnce = 500

    static func ids(
        _ db: StoreTransaction, _ statement: SearchStatement, limit: Int?, groupsStories: Bool
    ) throws -> (ids: [Int64], total: Int) {
        if groupsStories, let grouped = try GroupedSearch(db, statement) { return try grouped.ids(db, limit: limit) }
        return try ids(db, statement, limit: limit)
    }

    /// - Parameter limit: nil for all. If more than 10,000 items contain the words, a limit up to that sorts only those stored last.
    static func ids(
        _ db: StoreTransaction, _ statement: SearchStatement, limit: Int?
    ) throws -> (ids: [Int64], total: Int) {
        if !statement.patterns.isEmpty {
            let found = try db.rows(statement.allIDs, statement.values + [Int.max], isReused: false)
            let ids = try matching(db, statement.patterns, found.map { try $0.integer(0) })
            return (Array(ids.prefix(limit ?? ids.count)), ids.count)
        }
        if let limit, limit <= SearchStatement.mostRanked, let operand = statement.operand,
            try db.count(statement.matches, [operand]) > SearchStatement.mostRanked
        {
            let total = try db.count(statement.count, statement.values, isReused: false)
            let rows = try db.rows(statement.lastIDs, statement.values + [limit], isReused: false)
            return (try rows.map { try $0.integer(0) }, total)
        }
        // At least one row, because it has the total.
        let rows = try db.rows(statement.allIDs, statement.values + [limit.map { max(1, $0) } ?? .max], isReused: false)
        let total = try rows.first.map { try $0.count(1) } ?? 0
        return (try rows.prefix(limit ?? rows.count).map { try $0.integer(0) }, total)
    }

    /// Returns the items whose texts the patterns match.
    private static func matching(
        _ db: StoreTransaction, _ patterns: [SearchStatement.Pattern], _ ids: [Int64]
    ) throws -> [Int64] {
        var matching: [Int64] = []
        for start in stride(from: 0, to: ids.count, by: 200) {
            let ids = ids[start..<min(start + 200, ids.count)]
            let texts = try StoredText.read(of: ids, db)
            for id in ids {
                if SearchDeadline.hasPassed { throw FeedStoreError.tooSlow }
                if let texts = texts[id], patterns.allSatisfy({ $0.holds(texts) }) { matching.append(id) }
            }
        }
        return matching
    }

    /// The items in order, without unreadable ones.
    func hits(
        _ db: StoreTransaction, _ statement: SearchStatement, _ ids: [Int64], groupsStories: Bool
    ) throws -> [SearchResults.Hit] {
        let stories = groupsStories ? try StoryRows(db)?.stories(of: ids) ?? [:] : [:]
        var matches: [Int64: MarkedText] = [:]
        if statement.operand != nil {
            let finder = ExcerptFinder(statement.terms)
            matches = try StoredText.read(of: ids, db).mapValues { finder.excerpt(of: $0) }
        }
        return try ids.flatMap { id in
            try database.rows(of: "items", db, Self.found, [id, db.account]) { columns in
                let match = try matches[id] ?? MarkedText(plain: columns.text(ItemColumn.allCases.count))
                var item = try columns.item()
                if let story = stories[id] { item = item.standing(for: story) }
                return SearchResults.Hit(item: item, match: match.text, ranges: match.ranges)
            }
        }
    }

    private static let found = ItemQueries.items("SELECT ?1 AS id", "?2", then: ", title")

    /// Indexes items that were stored since the last search, at most `limit` of them.
    ///
    /// ``search(_:order:limit:now:until:)`` does this itself. Calling it at idle times, such as after a refresh was shown, keeps
    /// searches fast.
    /// - Returns: true if more items are queued.
    @discardableResult
    package func updateSearchIndex(limit: Int) throws -> Bool {
        guard try read({ try SearchIndex(db: $0).isBehind() }) else { return false }
        // A search indexes first, so that nothing it finds changes.
        return try writeSilently { db in
            let index = SearchIndex(db: db)
            try index.update(limit: limit)
            return try index.isBehind()
        }
    }
}

extension FeedStore {
    /// Searches like ``search(_:order:limit:now:until:)``, and reads the hits in parts, so that many need little memory.
    ///
    /// Finds the ids first, 8 bytes each, and sorts all of them.
    /// - Parameters:
    ///   - limit: the number of hits to read; nil for all.
    ///   - groupsStories: true to show one item for each story that the search finds.
    ///   - body: called with the results and each part of their hits, outside of any transaction; returns true to go on.
    /// - Returns: the results without their hits.
    package func forEachPart(
        of query: SearchQuery, order: SearchOrder, limit: Int? = nil, groupsStories: Bool = false, now: Date,
        _ body: (SearchResults) throws -> Bool
    ) throws -> SearchResults {
        let statement = try statement(query, order, groupsStories: groupsStories, now: now)
        // Brings the index up to date.
        var results = statement.comparesWords ? try search(query, order: order, limit: 0, now: now) : SearchResults()
        let ids = try read { try Self.ids($0, statement, limit: nil, groupsStories: groupsStories).ids }
        results.total = ids.count
        try Self.forEachPart(of: ids.prefix(max(0, limit ?? ids.count))) { part in
            var results = results
            results.hits = try read { try hits($0, statement, Array(part), groupsStories: groupsStories) }
            return try body(results)
        }
        return results
    }
}

/// The kinds of items' measures, by scope. The store knows no kinds of feed.
package struct MeasureKinds: Sendable {
    /// The kind of the measures of a scope.
    package enum OfScope: Sendable, Hashable {
        /// All measures are of this kind, or none are of any.
        case all(MeasureKind?)
        /// Items differ: their payloads say it.
        case each
    }

    let ofScope: @Sendable (String) -> OfScope
    let ofItem: @Sendable (_ scope: String, _ payload: Data) -> MeasureKind?

    /// Kinds of scopes and, where their items differ, of payloads.
    package init(
        ofScope: @escaping @Sendable (String) -> OfScope,
        ofItem: @escaping @Sendable (_ scope: String, _ payload: Data) -> MeasureKind? = { _, _ in nil }
    ) {
        self.ofScope = ofScope
        self.ofItem = ofItem
    }

    /// The kind of an item's measure. Its payload is only read if its scope doesn't say it.
    func kind(of scope: String, _ payload: Data) -> MeasureKind? {
        switch ofScope(scope) {
        case .all(let kind): kind
        case .each: ofItem(scope, payload)
        }
    }

    /// All measures are of one kind.
    package static func all(_ kind: MeasureKind?) -> MeasureKinds { MeasureKinds { _ in .all(kind) } }
}
