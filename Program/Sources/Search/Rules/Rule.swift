import Platform

/// A rule: an action for the items that a search matches, as one line of text.
package struct Rule: Sendable, Hashable, CustomStringConvertible {
    /// The action of a rule.
    package enum Verb: String, Sendable, Hashable, Codable, CaseIterable {
        /// Hides matching items. Saved items stay visible.
        case mute
        /// Hides the other items of the feeds that the rule names.
        case keep
        /// Marks matching items as read.
        case mark
        /// Saves matching items.
        case save
        /// Gives matching items a label.
        case label
        /// Highlights matching items in lists.
        case highlight
        /// Sends matching items to the sinks.
        case notify
    }

    /// When a rule acts.
    package enum Trigger: Sendable, Hashable {
        /// For each matching item.
        case each
        /// `10 stars in 10m`: when that many matching items are dated within that many seconds.
        case rate(count: Int, seconds: Int)
        /// `no release for 90d`: when no matching item has come for that many seconds.
        case absence(seconds: Int)
    }

    /// The line, with single spaces around the verb.
    package let text: String
    /// The action.
    package let verb: Verb
    /// The label that it gives; nil for other actions.
    package let label: String?
    /// When it acts.
    package let trigger: Trigger
    /// The search for the items.
    package let query: SearchQuery

    /// The text.
    package var description: String { text }

    /// The search, as typed, for the stored items that the rule hides or otherwise matches; nil if it counts items in time.
    package var search: String? {
        guard case .each = trigger else { return nil }
        guard verb == .mute else { return query.text }
        // Others leave out muted items. Parentheses, because `OR` binds less than the space between terms.
        let isOne = query.terms.contains { if case .any = $0.condition { true } else { false } }
        return (isOne ? "(\(query.text))" : query.text) + " is:muted"
    }
}

/// A stored rule.
package struct StoredRule: Sendable, Hashable, Identifiable {
    /// The rule's id. Ids aren't reused.
    package let id: Int64
    /// The rule.
    package let rule: Rule
    /// When it was added. Items first seen before don't notify.
    package let createdAt: Date
    /// When the last burst began, or the last absence was long enough; nil for other rules, or if there was none.
    package let lastMetAt: Date?

    package init(id: Int64, rule: Rule, createdAt: Date, lastMetAt: Date? = nil) {
        (self.id, self.rule, self.createdAt, self.lastMetAt) = (id, rule, createdAt, lastMetAt)
    }
}
