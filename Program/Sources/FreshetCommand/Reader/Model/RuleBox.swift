import FeedStore
import Feeds
import Search

/// The box that makes a rule.
struct RuleBox: Sendable {
    enum Step: Sendable {
        case typing
        /// Enter was pressed before the preview has arrived.
        case waiting
        /// The rule would hide a whole feed, and waits for a `y`.
        case confirming
        case adding
    }

    /// What a rule would do, or why it can't be made.
    enum Effect: Hashable, Sendable {
        /// A sentence, the titles of some of the items that it's about, and the feed of which the rule hides everything.
        case matches(String, titles: [String], hidesAllOf: String? = nil)
        case problem(String)
    }

    var field: TextField
    var step = Step.typing
    /// The result for the line as it was typed last; nil until it arrives.
    var preview: Effect?

    var isTyping: Bool { step == .typing || step == .waiting }

    /// The feed of which the rule would hide everything.
    var hiddenFeed: String? {
        if case .matches(_, _, let feed)? = preview { feed } else { nil }
    }

    /// What Enter leads to: adding the rule, or first what it depends on. Stays in the step if the rule can't be added.
    mutating func submit() {
        switch preview {
        case nil: step = .waiting
        case .problem: step = .typing
        case .matches: step = hiddenFeed == nil ? .adding : .confirming
        }
    }

    init(_ text: String) { field = TextField(text) }
}

extension ListedItems.Item {
    /// A rule that mutes its author, or without an author that a search finds, its kind of item.
    var suggestedRule: String {
        let entry = shown.entry
        let author = (entry.author?.name.searchValue).map { "author:" + $0 }
        let kind = "kind:" + (entry.kind.name.searchValue ?? entry.kind.id)
        return "mute \(author ?? kind) in:\(feed.key.address)"
    }
}
