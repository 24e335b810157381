import SQL
import Platform
import Search
import WebText

/// A `SearchQuery` as SQL.
struct SearchStatement {
    /// The operand of `search MATCH`; nil if the query has no words.
    private(set) var match: String?
    let order: SearchOrder
    /// The expression of the account's id.
    let account: String
    private var conditions: [String] = []
    /// The values of `filter`; the first is `match` if there is one.
    private(set) var values: [(any SQLValueConvertible)?]

    /// The conditions on items, each beginning with `AND`.
    var filter: String { conditions.map { " AND " + $0 }.joined() }
    /// Whether the query needs the full-text index, so that all items must be indexed.
    private(set) var comparesWords = false

    /// - Parameters:
    ///   - hidesMuted: whether muted items are left out.
    ///   - visible: a condition on the items that the account sees.
    ///   - discussions: the scopes of stored discussions.
    init(
        _ query: SearchQuery, _ order: SearchOrder, now: Date, account: Account.ID, hidesMuted: Bool = false,
        visible: String = "TRUE", discussions: Set<DiscussionScope> = []
    ) {
        self.order = order
        self.account = String(account)
        var found: [String] = [], excluded: [String] = []
        for term in query.terms {
            guard let words = Self.words(term.condition) else { continue }
            if term.isExcluded { excluded.append(words) } else { found.append(words) }
        }
        comparesWords = !(found.isEmpty && excluded.isEmpty)
        if !found.isEmpty {
            match = "(" + found.joined(separator: " AND ") + ")" + excluded.map { " NOT \($0)" }.joined()
        }
        values = match.map { [$0] } ?? []
        if found.isEmpty, !excluded.isEmpty {
            let without = value(excluded.joined(separator: " OR "))
            conditions.append("item.id NOT IN (SELECT rowid FROM search WHERE search MATCH \(without))")
        }
        for term in query.terms where Self.words(term.condition) == nil {
            let condition = condition(term.condition, now: now)
            conditions.append(term.isExcluded ? "NOT \(condition)" : condition)
        }
        if hidesMuted { conditions.append("NOT \(isMuted)") }
        if visible != "TRUE" { conditions.append(visible) }
        for discussion in discussions { conditions.append("NOT \(repeats(discussion, query))") }
    }

    /// A condition on words in FTS5's language; nil for other conditions.
    private static func words(_ condition: SearchQuery.Condition) -> String? {
        switch condition {
        case .word(let word, let isPrefix): quoted(word) + (isPrefix ? " *" : "")
        case .phrase(let phrase): quoted(phrase)
        case .author(let name): "author : " + quoted(name)
        case .field(let field, let text): field.rawValue + " : " + quoted(text)
        default: nil
        }
    }

    /// FTS5 splits a quoted string into words that must follow one another.
    private static func quoted(_ text: String) -> String {
        "\"" + text.filter { $0 != "\0" }.replacing("\"", with: "\"\"") + "\""
    }

    private mutating func condition(_ condition: SearchQuery.Condition, now: Date) -> String {
        switch condition {
        case .word, .phrase, .author, .field: return "TRUE"  // compared by the index
        case .feed, .folder: return listed(condition, "item")
        case .kind(let kind):
            let names = KindWords.singulars(of: kind).map { value($0) }.joined(separator: ", ")
            return "(kind = \(value(kind)) COLLATE NOCASE OR kind_name COLLATE NOCASE IN (\(names)))"
        case .pattern(let pattern):
            return """
                EXISTS (SELECT 1 FROM document WHERE document.item_id = item.id
                    AND feed_matches(\(value(pattern.source)), title, text, author, source, tags))
                """
        case .muted: return isMuted
        case .highlighted: return "coalesce(mark.is_highlighted, 0) = 1"
        case .unread: return ReadState.condition("item.id", account)
        case .saved: return "mark.saved_at IS NOT NULL"
        case .since(.ago(let seconds)):
            return "\(Schema.time) >= \(value((now - TimeInterval(seconds)).milliseconds))"
        case .since(.date(let date)): return "\(Schema.time) >= \(value(date.milliseconds))"
        case .measure(let quantity, let comparison, let number):
            return of(quantity, "measure \(comparison.rawValue) \(value(number))")
        case .slope(let comparison, let number):
            let slope = ScoreHistory.slope(of: "item", at: "\(now.milliseconds)")
            return of(.points, "(\(slope)) \(comparison.rawValue) \(value(number))")
        case .near(let latitude, let longitude, let kilometers):
            let place = [latitude, longitude, kilometers].map { value($0) }
            return """
                coalesce(feed_distance(latitude, longitude, \(place[0]), \(place[1])) <= \(place[2]), FALSE)
                """
        }
    }

    /// The comparison, for items whose measure is of that quantity.
    private func of(_ quantity: Quantity, _ comparison: String) -> String {
        "(CASE WHEN coalesce(\(comparison), FALSE) THEN \(QuantityFunction.ofItem) = '\(quantity.rawValue)' END IS TRUE)"
    }

    /// Whether the item begins a discussion, and is found by itself in a list.
    private mutating func repeats(_ discussion: DiscussionScope, _ query: SearchQuery) -> String {
        var feeds = ""
        for term in query.terms where term.condition.namesFeeds {
            feeds += " AND " + (term.isExcluded ? "NOT " : "") + listed(term.condition, "story")
        }
        return """
            (item.scope = \(value(discussion.scope)) AND EXISTS (
                SELECT 1 FROM item AS story JOIN content AS told ON told.item_id = story.id
                WHERE story.key = item.key AND story.scope = \(value(discussion.upstream))\(feeds)))
            """
    }

    /// Whether rules hide the item in each feed that lists it.
    private var isMuted: String {
        let listed = "SELECT 1 FROM listing WHERE listing.item_id = item.id AND is_current = 1"
        let muted = MutedListings.ofListing(account)
        return """
            (mark.saved_at IS NULL AND EXISTS (\(listed) AND EXISTS (\(muted)))
                AND NOT EXISTS (\(listed) AND NOT EXISTS (\(muted))))
            """
    }

    /// Whether the feeds that a condition names list an item, which is a row of a table.
    private mutating func listed(_ condition: SearchQuery.Condition, _ item: String) -> String {
        let feeds: String
        switch condition {
        case .feed(let path): feeds = feedsNamed(value(path))
        case .folder(let name):
            feeds = """
                SELECT feed.id FROM followed JOIN feed ON feed.key = followed.feed
                WHERE followed.account_id = \(account) AND \(FolderPath.condition(value(name), collation: "NOCASE"))
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
        WHERE key = \(name) COLLATE NOCASE OR substr(key, 1, length(\(name)) + 1) = \(name) || '/' COLLATE NOCASE
            OR substr(key, 1, length(\(name)) + 3) = \(name) || '%2F' COLLATE NOCASE
        """
    }

    /// The parameter that stands for a value.
    private mutating func value(_ value: any SQLValueConvertible) -> String {
        values.append(value)
        return "?\(values.count)"
    }
}
