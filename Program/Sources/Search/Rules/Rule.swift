import Platform
import WebText

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
        /// Sends matching items to the destinations.
        case notify
    }

    /// The trigger of a rule.
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
    /// The date when it was added. Items first seen before don't notify.
    package let createdAt: Date
    /// The date when the last burst began, or the last absence was long enough; nil for other rules, or if there was none.
    package let lastMetAt: Date?

    package init(id: Int64, rule: Rule, createdAt: Date, lastMetAt: Date? = nil) {
        (self.id, self.rule, self.createdAt, self.lastMetAt) = (id, rule, createdAt, lastMetAt)
    }
}

/// The feeds in which a rule acts.
///
/// `keep` and `notify` leave out discussions unless the rule names one, or the path directly above it: `in:news` means the
/// lists of stories, not the comments on a story.
package struct RuleScope: Sendable {
    /// The paths that the rule names; nil if it acts in discussions too.
    private let named: [[UInt8]]?

    init(_ rule: Rule) {
        switch rule.verb {
        case .keep, .notify:
            named = rule.query.leaves.compactMap { term in
                if case .feed(let path) = term.condition, !term.isExcluded { ASCIIText.lowercased(path) } else { nil }
            }
        case .mute, .mark, .save, .label, .highlight: named = nil
        }
    }

    /// The subject with only the feeds in which the rule acts; nil if there are none.
    package func narrowed(_ subject: SearchSubject) -> SearchSubject? {
        if subject.feeds.allSatisfy(includes) { return subject }
        var narrowed = subject
        narrowed.feeds.removeAll { !includes($0) }
        return narrowed.feeds.isEmpty ? nil : narrowed
    }

    private func includes(_ feed: SearchSubject.Feed) -> Bool {
        guard let named, feed.isDiscussion else { return true }
        let depth = Self.depth(feed.key.utf8)
        return named.contains { ASCIIText.isPath($0, of: feed.key) && Self.depth($0) >= depth - 1 }
    }

    private static func depth(_ path: some Sequence<UInt8>) -> Int { path.count { $0 == UInt8(ascii: "/") } }
}

/// The names of labels. Names that differ only in case name the same label.
package enum LabelName {
    /// The maximum number of characters, counted as Unicode scalars.
    package static let longest = 80

    /// The name without spaces around it; nil if the text can't be the name of a label.
    ///
    /// A name has no quotation marks, because searches and rules quote it.
    package static func checked(_ text: String) -> String? {
        let name = text.trimmed
        guard (1...longest).contains(name.unicodeScalars.count), !name.hasControlCharacters,
            !name.contains(where: { SearchWord.isQuote($0) })
        else { return nil }
        return name
    }

    /// The form in which names are compared.
    package static func folded(_ name: String) -> String { name.lowercased() }

    /// The names in alphabetical order.
    package static func sorted(_ names: some Sequence<String>) -> [String] {
        names.sorted { (folded($0), $0) < (folded($1), $1) }
    }

    /// The requirement for a name, as a sentence.
    package static let requirement =
        "The name of a label has 1 to \(longest) characters, without quotation marks and control characters."
}
