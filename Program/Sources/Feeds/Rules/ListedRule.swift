import FeedStore
import Platform
import Search
import WebText

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
