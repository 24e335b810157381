#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What to do with the items that a search matches: one line of text.
public struct Rule: Sendable, Hashable, CustomStringConvertible {
    /// What a rule does.
    public enum Verb: String, Sendable, Hashable, Codable, CaseIterable {
        /// Hides matching items. Saved items stay visible.
        case mute
        /// Hides the other items of the feeds that the rule names.
        case keep
        /// Marks matching items as read.
        case mark
        /// Saves matching items.
        case save
        /// Highlights matching items in lists.
        case highlight
        /// Sends matching items to the sinks.
        case notify
    }

    /// When a rule acts.
    public enum Trigger: Sendable, Hashable {
        /// On each matching item.
        case each
        /// `10 stars in 10m`: when so many matching items are dated within so many seconds.
        case rate(count: Int, seconds: Int)
        /// `no release for 90d`: when no matching item came for so many seconds.
        case absence(seconds: Int)
    }

    /// The line, with single spaces around the verb.
    public let text: String
    /// What the rule does.
    public let verb: Verb
    /// When it acts.
    public let trigger: Trigger
    /// Which items it looks for.
    public let query: SearchQuery

    /// The line.
    public var description: String { text }
}

/// A rule in the store.
public struct StoredRule: Sendable, Hashable, Identifiable {
    /// Never used for another rule.
    public let id: Int64
    /// The rule.
    public let rule: Rule
    /// When it was added. Items first seen before don't notify.
    public let createdAt: Date
}

/// What a rule would have done.
public struct RuleTest: Sendable, Hashable {
    /// The number of items looked at: those stored last.
    public var tested: Int
    /// The number of those that match.
    public var matched: Int
    /// The number of those that the rule would hide; 0 unless it mutes or keeps.
    public var hidden: Int
    /// The matching items, for `keep` the hidden ones, last stored first.
    public var items: [StoredItem]
}
