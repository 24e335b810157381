import Platform
import SQL
import Search
import WebText

/// A `SearchQuery` as SQL.
struct SearchStatement {
    /// The operand for the full-text index, the first of `values`; nil if the query has no words.
    private(set) var operand: String?
    /// The terms that `operand` finds.
    private(set) var terms: [TextTerm] = []
    /// The regular expressions, which no database compares.
    private(set) var patterns: [Pattern] = []
    let order: SearchOrder
    let index: any FullTextSearch
    /// The expression of the account's id.
    let account: String
    private let stories: SearchedStories
    private var conditions: [String] = []
    /// The values of `filter`.
    private(set) var values: [(any SQLValueConvertible)?]

    /// A regular expression that matches one of an item's texts, or none of them.
    struct Pattern {
        let pattern: TextPattern
        let isExcluded: Bool

        func holds(_ texts: SearchFields) -> Bool {
            let all = [texts.title, texts.text, texts.author, texts.source, texts.joinedTags]
            return all.contains { pattern.matches($0) } != isExcluded
        }
    }

    /// The conditions on items, each beginning with `AND`.
    var filter: String { conditions.map { " AND " + $0 }.joined() }
    /// True if the query needs the full-text index, so that all items must be indexed.
    let comparesWords: Bool

    /// - Parameters:
    ///   - hidesMuted: true to leave out muted items.
    ///   - visible: a condition on the items that the account sees.
    ///   - discussions: the scopes of stored discussions.
    ///   - stories: the stories that the query tests.
    init(
        _ query: SearchQuery, _ order: SearchOrder, in index: any FullTextSearch, now: Date, account: Account.ID,
        hidesMuted: Bool = false, visible: String = "TRUE", discussions: Set<DiscussionScope> = [],
        stories: SearchedStories = SearchedStories()
    ) {
        self.order = order
        self.stories = stories
        self.index = index
        self.account = String(account)
        let found = query.terms.compactMap(TextExpression.init)
        let excluded = query.terms.compactMap { $0.isExcluded ? TextTerm($0.condition) : nil }
        terms = found.flatMap(\.terms)
        comparesWords = query.leaves.contains { TextTerm($0.condition) != nil }
        if !found.isEmpty { operand = index.operand(found, without: excluded) }
        values = operand.map { [$0] } ?? []
        if found.isEmpty, !excluded.isEmpty {
            let without = index.matches(value(index.operand(anyOf: excluded)))
            conditions.append("item.id NOT IN (SELECT \(index.id) FROM search WHERE \(without))")
        }
        for term in query.terms where TextTerm(term.condition) == nil && TextExpression(term) == nil {
            if case .pattern(let pattern) = term.condition {
                patterns.append(Pattern(pattern: pattern, isExcluded: term.isExcluded))
            } else {
                conditions.append(condition(term, now: now))
            }
        }
        if hidesMuted { conditions.append("NOT \(isMuted)") }
        if visible != "TRUE" { conditions.append(visible) }
        for discussion in discussions { conditions.append("NOT \(repeats(discussion, query))") }
    }

    private mutating func condition(_ term: SearchQuery.Term, now: Date) -> String {
        let condition = condition(term.condition, now: now)
        return term.isExcluded ? "NOT \(condition)" : condition
    }

    private mutating func condition(_ condition: SearchQuery.Condition, now: Date) -> String {
        switch condition {
        case .any(let alternatives):
            let all = alternatives.map { terms in
                "(" + terms.map { self.condition($0, now: now) }.joined(separator: " AND ") + ")"
            }
            return "(" + all.joined(separator: " OR ") + ")"
        case .word, .phrase, .author, .field:
            guard let words = TextTerm(condition) else { return "TRUE" }
            let found = index.matches(value(index.operand(anyOf: [words])))
            return "(item.id IN (SELECT \(index.id) FROM search WHERE \(found)))"
        case .pattern: return "TRUE"  // not compared by conditions
        case .feed, .folder: return listed(condition, "item")
        case .kind(let kind):
            let names = KindWords.singulars(of: kind).map { "lower(\(value($0)))" }.joined(separator: ", ")
            return "(lower(kind) = lower(\(value(kind))) OR lower(kind_name) IN (\(names)))"
        case .muted: return isMuted
        case .highlighted: return "coalesce(mark.is_highlighted, 0) = 1"
        case .unread:
            let unread = ReadState.condition("item.id", account)
            let joined = SelectionStatement.list(stories.absorbed)
            return stories.absorbed.isEmpty ? unread : "(\(unread) AND item.id NOT IN \(joined))"
        case .story: return stories.condition { $0.voices > 1 }
        case .sources(let comparison, let number):
            return stories.condition { comparison.holds(Double($0.sources), number) }
        case .saved: return "mark.saved_at IS NOT NULL"
        case .labelled: return LabelQueries.has("item.id", account)
        case .label(let name):
            return LabelQueries.has("item.id", account, folded: value(LabelName.folded(name)))
        case .since(.ago(let seconds)):
            return "\(Schema.time) >= \(value((now - TimeInterval(seconds)).milliseconds))"
        case .since(.date(let date)): return "\(Schema.time) >= \(value(date.milliseconds))"
        case .measure(let kind, let comparison, let number):
            return of(kind, "measure \(comparison.rawValue) \(value(number))")
        case .slope(let comparison, let number):
            let slope = MeasurementWriter.slope(of: "item", at: "\(now.milliseconds)")
            return of(.points, "(\(slope)) \(comparison.rawValue) \(value(number))")
        case .near(let latitude, let longitude, let kilometers):
            let place = [latitude, longitude, kilometers].map { value($0) }
            return """
                coalesce(feed_distance(latitude, longitude, \(place[0]), \(place[1])) <= \(place[2]), FALSE)
                """
        }
    }

    /// The comparison, for items whose measure is of that kind.
    private func of(_ kind: MeasureKind, _ comparison: String) -> String {
        "coalesce(\(comparison) AND item.measure_kind = '\(kind.rawValue)', FALSE)"
    }

    /// The condition that the item begins a discussion, and is also found in a list.
    private mutating func repeats(_ discussion: DiscussionScope, _ query: SearchQuery) -> String {
        var feeds = ""
        for term in query.terms where term.condition.namesFeeds { feeds += " AND " + listed(term, "story") }
        return """
            (item.scope = \(value(discussion.scope)) AND EXISTS (
                SELECT 1 FROM item AS story JOIN content AS told ON told.item_id = story.id
                WHERE story.key = item.key AND story.scope = \(value(discussion.upstream))\(feeds)))
            """
    }

    /// The condition that rules hide the item in each feed that lists it.
    private var isMuted: String {
        let listed = "SELECT 1 FROM listing WHERE listing.item_id = item.id AND is_current = 1"
        let muted = MutedListings.ofListing(account)
        return """
            (mark.saved_at IS NULL AND EXISTS (\(listed) AND EXISTS (\(muted)))
                AND NOT EXISTS (\(listed) AND NOT EXISTS (\(muted))))
            """
    }

    /// The condition that feeds named by a term list the item, or don't if it is excluded.
    private mutating func listed(_ term: SearchQuery.Term, _ item: String) -> String {
        let listed: String
        if case .any(let alternatives) = term.condition {
            let all = alternatives.map { terms in
                "(" + terms.map { self.listed($0, item) }.joined(separator: " AND ") + ")"
            }
            listed = "(" + all.joined(separator: " OR ") + ")"
        } else {
            listed = self.listed(term.condition, item)
        }
        return term.isExcluded ? "NOT \(listed)" : listed
    }

    /// The condition that the feeds named by a search condition list an item, a row of a table.
    private mutating func listed(_ condition: SearchQuery.Condition, _ item: String) -> String {
        let feeds: String
        switch condition {
        case .feed(let path): feeds = feedsNamed(value(path))
        case .folder(let name):
            feeds = """
                SELECT feed.id FROM followed JOIN feed ON feed.key = followed.feed
                WHERE followed.account_id = \(account) AND \(FolderPath.condition("lower(\(value(name)))", of: "lower(folder)"))
                """
        default: return "TRUE"
        }
        return """
            (EXISTS (SELECT 1 FROM listing WHERE item_id = \(item).id AND feed_id IN (\(feeds)))
                OR coalesce(
                    (SELECT kept.saved_in FROM mark AS kept WHERE kept.item_id = \(item).id AND kept.account_id = \(account)),
                    '') IN (SELECT key FROM feed AS home WHERE home.id IN (\(feeds))))
            """
    }

    /// The feed with that key, and the feeds whose keys begin with its path segments, also within the address of a web feed.
    private func feedsNamed(_ name: String) -> String {
        """
        SELECT id FROM feed
        WHERE lower(key) = lower(\(name)) OR lower(substr(key, 1, length(\(name)) + 1)) = lower(\(name)) || '/'
            OR lower(substr(key, 1, length(\(name)) + 3)) = lower(\(name)) || '%2f'
        """
    }

    /// The parameter of a value.
    private mutating func value(_ value: any SQLValueConvertible) -> String {
        values.append(value)
        return "?\(values.count)"
    }
}

/// The SQL of a `SearchStatement`, which finds the ids of items in order.
extension SearchStatement {
    /// If more items match, only those stored last are ranked: words this frequent rank poorly.
    static let mostRanked = 10_000

    /// The number of items that contain the words, without the other conditions.
    var matches: String { "SELECT count(*) FROM search WHERE \(index.matches("?1"))" }

    /// Finds ids in order, each with the total number.
    var allIDs: String {
        """
        WITH found AS MATERIALIZED (\(found))
        SELECT id, (SELECT count(*) FROM found) FROM found ORDER BY \(sorting) LIMIT ?\(values.count + 1)
        """
    }

    /// Finds ids in order among the most recently stored items.
    var lastIDs: String {
        """
        SELECT id FROM (\(found) ORDER BY search.\(index.id) DESC LIMIT \(Self.mostRanked)) AS found
        ORDER BY \(sorting) LIMIT ?\(values.count + 1)
        """
    }

    /// The number of items, for `lastIDs`.
    var count: String { filter.isEmpty ? matches : "SELECT count(*) FROM \(matching)" }

    /// The number of items up to a limit.
    var countAtMost: String { "SELECT count(*) FROM (\(found) LIMIT ?\(values.count + 1)) AS found" }

    /// The items that have stories, with the stories' numbers, in any order.
    var inStories: String {
        let items = operand == nil ? "item \(mark) WHERE TRUE\(filter)" : matching
        return """
            SELECT found.id, story.story_id FROM (SELECT item.id AS id FROM \(items)) AS found
            CROSS JOIN story ON story.item_id = found.id
            """
    }

    private var found: String {
        let time = "\(Schema.time) AS time"
        if operand == nil { return "SELECT item.id AS id, \(time) FROM item \(mark) WHERE TRUE\(filter)" }
        let rank = isRanked ? ", \(index.rank("?1")) AS rank" : ""
        // Without conditions the item rows aren't needed, and ids are in the order of insertion.
        if isRanked, filter.isEmpty {
            return "SELECT \(index.id) AS id\(rank), 0 AS time FROM search WHERE \(index.matches("?1"))"
        }
        return "SELECT item.id AS id, \(time)\(rank) FROM \(matching)"
    }

    private var matching: String {
        "search CROSS JOIN item ON item.id = search.\(index.id) \(mark) WHERE \(index.matches("?1"))\(filter)"
    }

    private var mark: String { ReadState.mark(of: "item.id", account) }

    private var sorting: String {
        order == .arrival ? "id DESC" : (isRanked ? "rank, " : "") + "time DESC, id DESC"
    }

    /// True if the best matches come first.
    var isRanked: Bool { operand != nil && order == .rank }
}

/// A scope of stored discussions. Their first items are also items of lists, with the same keys in the upstream's scope.
struct DiscussionScope: Hashable {
    let scope: String
    let upstream: String

    /// The scopes of all stored discussions.
    static func all(_ db: StoreTransaction) throws -> Set<DiscussionScope> {
        let sql = """
            SELECT key, (SELECT scope FROM listing JOIN item ON item.id = item_id WHERE feed_id = feed.id LIMIT 1)
            FROM feed WHERE is_discussion = 1
            """
        let scopes = try db.rows(sql).compactMap { columns -> DiscussionScope? in
            guard let scope = try columns.optionalText(1) else { return nil }
            let upstream = FeedKey(try columns.text(0)).upstream
            return scope == upstream ? nil : DiscussionScope(scope: scope, upstream: upstream)
        }
        return Set(scopes)
    }
}
