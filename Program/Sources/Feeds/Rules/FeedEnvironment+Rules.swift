import FeedStore
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

    /// How far the rules are applied to stored items; nil if they are applied to all.
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
    ///   - deadline: when it fails with ``FeedStoreError/tooSlow``; nil for never.
    package func test(
        _ rule: Rule, shown limit: Int = 50, until deadline: ContinuousClock.Instant? = nil
    ) throws -> TestedRule {
        let test = try store.testRule(rule, limit: TestedRule.most, now: now(), until: deadline)
        let items = test.items.sorted { ($0.date ?? $0.firstSeenAt) > ($1.date ?? $1.firstSeenAt) }
        return TestedRule(
            rule: rule, tested: test.tested, matched: test.matched, hidden: test.hidden,
            items: ListedItems(Array(items.prefix(limit)), total: items.count, catalog))
    }

    /// The feed of which a tested rule hides everything; nil if there is none, or if the rule hides nothing.
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

    /// Why items are listed that a rule with the verb mute wouldn't hide.
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
