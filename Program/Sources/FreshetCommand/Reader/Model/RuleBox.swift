import FeedStore
import Feeds

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
        // A name of signs alone has no words, so no search would find it.
        let author = entry.author.flatMap { $0.name.contains { $0.isLetter || $0.isNumber } ? $0.name : nil }
        let term = author.map { "author:" + $0.quotedForSearch } ?? "kind:" + entry.kind.name.quotedForSearch
        return "mute \(term) in:\(feed.key.address)"
    }
}

extension String {
    /// The text as the value of a filter.
    fileprivate var quotedForSearch: String {
        // A quotation mark within a value can't be typed.
        let plain = filter { $0 != "\"" && $0 != "“" && $0 != "”" }
        return plain.contains(where: \.isWhitespace) ? "\"\(plain)\"" : plain
    }
}
