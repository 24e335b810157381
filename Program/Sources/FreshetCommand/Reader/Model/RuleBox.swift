import FeedStore
import Feeds
import Search

/// The box that makes a rule.
struct RuleBox: Sendable {
    enum Step: Sendable {
        case typing
        case adding
    }

    /// What a rule would do, or why it can't be made.
    enum Effect: Hashable, Sendable {
        /// A sentence, and the titles of some of the items that it's about.
        case matches(String, titles: [String])
        case problem(String)
    }

    var field: TextField
    var step = Step.typing
    /// The result for the line as it was typed last; nil until it arrives.
    var preview: Effect?

    var isTyping: Bool { step == .typing }

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
