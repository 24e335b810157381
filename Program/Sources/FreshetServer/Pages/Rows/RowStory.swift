import FeedStore
import Feeds
import WebText

/// The line of a row about the other items of its story: their number, their feeds, and how many are new.
struct RowStory: Sendable {
    private let story: StoryGroup
    /// The names of the other feeds, each once.
    private let names: [String]
    /// Further feeds aren't named.
    private static let maximum = 20
    /// How many names a row shows; all of them are in its hint.
    private static let shown = 3

    /// - Parameter source: the feed that the row names.
    init(_ story: StoryGroup, after source: FeedKey?, _ site: Site) {
        self.story = story
        names = story.feeds(besides: source).prefix(Self.maximum).compactMap(site.title)
    }

    /// The facts: the link to the row's own feed, how many others there are, what is new, and the names of the others.
    func html(after place: HTML) -> HTML {
        let words: HTML = "<span class=\"told\">\(place) <span class=\"voices\">\(story.othersWords)</span></span>"
        let new: HTML? = story.newVoicesWords.map { " <span class=\"new\">\($0)</span>" }
        if names.isEmpty { return "\(words)\(new)" }
        let shown = names.prefix(Self.shown).joined(separator: ", ") + (names.count > Self.shown ? "…" : "")
        let hint: HTML? = names.count > Self.shown ? " title=\"\(safe(names.joined(separator: ", ")))\"" : nil
        let list: HTML = "<bdi>\(safe(shown))</bdi>"
        return "\(words)\(new) <span class=\"names\"\(hint)>\(new == nil ? "(\(list))" : list)</span>"
    }

    private func safe(_ text: String) -> String { SafeText(text, atMost: 1000).text }
}
