import FeedStore
import Platform
import Search
import WebText

/// Rules as readers type them.
///
/// Each function that uses the store blocks the calling thread, and fails with a ``FeedStoreError``.
extension FeedEnvironment {
    /// Parses a rule. An address pasted after `in:` becomes the key of its feed as it is followed, or the start of the keys below it.
    package func rule(_ typed: String) throws(SearchSyntaxError) -> Rule { try catalog.rule(typed, key: searchedKey) }

    /// The rules, in order.
    package func rules() throws -> [StoredRule] { try store.rules() }

    /// The progress of applying the rules to stored items; nil if they are applied to all.
    package func ruleProgress() throws -> RuleProgress? { try store.ruleProgress() }

    /// Adds rules at the end, and applies them to everything stored; rules that exist are ignored.
    @discardableResult
    package func add(_ rules: [Rule]) throws -> [StoredRule] { try store.addRules(rules, at: now()) }

    /// Removes a rule; false if there is no such rule.
    @discardableResult
    package func removeRule(_ id: Int64) throws -> Bool { try store.removeRule(id, at: now()) }

    /// Tests a rule on the most recently stored items.
    ///
    /// - Parameters:
    ///   - shown: the maximum number of items to return.
    ///   - deadline: the time to fail with ``FeedStoreError/tooSlow``; nil for never.
    package func test(
        _ rule: Rule, shown limit: Int = 50, until deadline: ContinuousClock.Instant? = nil
    ) throws -> TestedRule {
        let test = try store.testRule(rule, limit: TestedRule.most, now: now(), until: deadline)
        let items = test.items.sorted { ($0.date ?? $0.firstSeenAt) > ($1.date ?? $1.firstSeenAt) }
        return TestedRule(
            rule: rule, tested: test.tested, matched: test.matched, hidden: test.hidden,
            items: ListedItems(Array(items.prefix(limit)), total: items.count, catalog))
    }

    /// The feed of which a tested rule hides everything; nil without such a feed.
    ///
    /// Looks at the feeds of the items that the test shows.
    package func hiddenFeed(by test: TestedRule) throws -> Feed? {
        let rule = test.rule
        guard rule.verb == .mute || rule.verb == .keep else { return nil }
        var seen: Set<FeedKey> = []
        return try test.items.items.map(\.feed).first { feed in
            guard seen.insert(feed.key).inserted else { return false }
            let inFeed = SearchQuery.Term(.feed(feed.key.rawValue))
            let all = try search(SearchQuery(terms: [inFeed]), order: .date, limit: 0).total
            let matched = try search(SearchQuery(terms: rule.query.terms + [inFeed]), order: .date, limit: 0).total
            return all > 1 && (rule.verb == .mute ? matched == all : matched == 0)
        }
    }
}

extension RuleProgress {
    /// A sentence with the number of items to which the rules are applied.
    package var sentence: String { "Applied to \(applied.grouped) of \(total.counted("stored item")) so far." }
}

/// The result of testing a rule.
package struct TestedRule: Sendable {
    /// The number of stored items that a test looks at, the most recent ones.
    package static let most = 1_000

    /// The rule.
    package let rule: Rule
    /// The number of items tested.
    package let tested: Int
    /// The number of items that match.
    package let matched: Int
    /// The number of items that the rule would hide.
    package let hidden: Int
    /// The matching items, newest first; for `keep`, the items that it would hide.
    package let items: ListedItems

    /// A sentence with the number of matching items, or of those that the rule hides.
    package var matches: String {
        if tested == 0 { return "No items are stored yet." }
        return switch rule.verb {
        case .mute: "It hides \(hidden) of \(all)." + exceptions
        case .keep: "It hides \(hidden) of \(all), and keeps \(matched)."
        case .mark, .save, .label, .highlight, .notify: "It matches \(matched) of \(all)."
        }
    }

    private var all: String { tested == 1 ? "the last item" : "the last \(tested.counted("item"))" }

    /// The result below a list of the items.
    package var summary: String {
        guard items.total > items.items.count, !items.items.isEmpty else { return sentence }
        return sentence + " The newest \(items.items.count) are shown."
    }

    /// The reasons for listing items that a rule with the verb mute wouldn't hide.
    private var exceptions: String {
        switch matched - hidden {
        case ...0: ""
        case 1: " 1 matching item stays visible: it's saved, or another feed lists it."
        case let count: " \(count) matching items stay visible: they're saved, or another feed lists them."
        }
    }

    /// A sentence that summarizes the result.
    package var sentence: String {
        if tested == 0 { return "There are no stored items to test the rule on." }
        return switch rule.verb {
        case .mute: "Would hide \(hidden) of \(all)." + exceptions
        case .keep: "Would hide \(hidden) of \(all), and keep \(matched)."
        case .mark: "Would mark \(matched) of \(all) as read."
        case .save: "Would save \(matched) of \(all)."
        case .label: "Would label \(matched) of \(all) “\(rule.label ?? "")”."
        case .highlight: "Would highlight \(matched) of \(all)."
        case .notify:
            if case .each = rule.trigger {
                "Would have notified you of \(matched) of \(all)."
            } else {
                "\(matched) of \(all) match."
            }
        }
    }
}

extension FeedCatalog {
    /// Parses a rule. What is typed after `in:` may be any address of a feed, and becomes the feed's key.
    package func rule(
        _ typed: String, key: (Feed) -> FeedKey = { $0.key }
    ) throws(SearchSyntaxError) -> Rule {
        try Rule(parsing: try withKeys(typed, key))
    }
}

/// A rule with the number of stored items that it concerns.
package struct ListedRule: Sendable, Identifiable {
    /// The highest number that is counted.
    package static let most = 1_000

    /// The rule.
    package let stored: StoredRule
    /// The number of stored items that it hides or otherwise matches, at most ``most``; nil if it wasn't counted.
    package let items: Int?
    /// True if there are more than ``items``.
    package let hasMore: Bool

    /// The rule's id.
    package var id: Int64 { stored.id }
    /// The rule.
    package var rule: Rule { stored.rule }

    /// A rule.
    ///
    /// - Parameter count: the number of stored items that it concerns; nil if they weren't counted.
    package init(_ stored: StoredRule, count: Int?) {
        self.stored = stored
        items = count.map { min($0, Self.most) }
        hasMore = (count ?? 0) > Self.most
    }

    /// Its effect on stored items: "hides 12 items", "matches 1,000+ items"; nil if they weren't counted.
    package var matches: String? {
        let verb =
            switch rule.verb {
            case .mute: "hides"
            case .keep: "keeps"
            case .mark, .save, .label, .highlight, .notify: "matches"
            }
        return switch items {
        case nil: nil
        case 0?: verb + " no stored items"
        case let items?: "\(verb) " + (hasMore ? "\(items.grouped)+ items" : items.counted("item"))
        }
    }

    /// ``matches``, or when the rule was last met, if that is known.
    ///
    /// - Parameter ago: the words for a date that has passed.
    package func effect(_ ago: (Date) -> String) -> String? {
        matches ?? stored.lastMetAt.map { "last met " + ago($0) }
    }
}

extension FeedEnvironment {
    /// The rules in order, with the numbers of stored items that they concern.
    ///
    /// Counts each by a search. Most take a few milliseconds with 100,000 items, but regular expressions read all texts: a third
    /// of the time is the most for one rule, and rules that would take longer aren't counted.
    package func listedRules(within time: Duration = .milliseconds(300)) throws -> [ListedRule] {
        let end = ContinuousClock.now + time
        return try rules().map { stored in
            let deadline = min(end, .now + time / 3)
            guard let search = stored.rule.search, deadline > .now else { return ListedRule(stored, count: nil) }
            do {
                let query = try SearchQuery(parsing: search)
                let count = try store.count(of: query, atMost: ListedRule.most + 1, now: now(), until: deadline)
                return ListedRule(stored, count: count)
            } catch FeedStoreError.tooSlow {
                return ListedRule(stored, count: nil)
            }
        }
    }
}

/// The rules for programs; see `docs/json.md`.
package struct RulesDocument: JSONDocument {
    private let rules: [Fields]
    /// Nil if the rules are applied to all stored items.
    private let progress: Progress?

    private struct Progress: Encodable {
        let applied, total: Int
    }

    private struct Fields: Encodable {
        let id: Int64
        let rule, verb, createdAt: String
        let items: Int?
        let hasMore: Bool?
        let lastMetAt: String?
    }

    /// The rules in order.
    ///
    /// - Parameter progress: the progress of applying them to stored items; nil if they are applied to all.
    package init(_ rules: [ListedRule], _ progress: RuleProgress?) {
        self.progress = progress.map { Progress(applied: $0.applied, total: $0.total) }
        self.rules = rules.map {
            Fields(
                id: $0.id, rule: $0.rule.text, verb: $0.rule.verb.rawValue,
                createdAt: $0.stored.createdAt.internetDateTime, items: $0.items, hasMore: $0.hasMore ? true : nil,
                lastMetAt: $0.stored.lastMetAt?.internetDateTime)
        }
    }
}

extension TestedRule {
    /// The result as one line of JSON; see `docs/json.md`.
    /// - Parameter picture: returns a server's pictures.
    package func json(picture: @escaping ListedItems.PictureAddress = { _, _ in nil }) throws -> Data {
        try JSONEncoder.documents.encode(
            Document(
                rule: rule.text, tested: tested, matched: matched, hidden: hidden,
                items: items.items.map { ItemDocument($0, picture: picture) }))
    }

    private struct Document: Encodable {
        let rule: String
        let tested, matched, hidden: Int
        let items: [ItemDocument]
    }
}
