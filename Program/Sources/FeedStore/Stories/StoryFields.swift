import Search

/// The parts of an item by which it is compared with the stories of others.
package struct StoryFields: Sendable, Hashable {
    /// The title without markup.
    package var title: String
    /// The text without markup.
    package var text: String
    /// The item's own page.
    package var address: String?
    /// The page that the item is about, such as that of a link blog or of a submission.
    package var subject: String?
    /// The addresses that the text links to.
    package var links: [String]
    /// False for kinds of items whose titles are alike, such as releases and earthquakes: only addresses and links join them.
    package var joinsByWords: Bool

    /// The parts of an item.
    package init(
        title: String, text: String = "", address: String? = nil, subject: String? = nil, links: [String] = [],
        joinsByWords: Bool = true
    ) {
        (self.title, self.text, self.address, self.subject) = (title, text, address, subject)
        (self.links, self.joinsByWords) = (links, joinsByWords)
    }
}

/// Makes the ``StoryFields`` of an item that arrives, once it is known that nothing stores it yet. All sources are equal: they
/// say what the payload does.
package struct StorySource: Sendable, Hashable {
    let fields: @Sendable (SearchFields) -> StoryFields?

    /// - Parameter fields: makes them from what searches use; nil for an item that tells no story.
    package init(_ fields: @escaping @Sendable (SearchFields) -> StoryFields?) { self.fields = fields }

    /// True.
    package static func == (one: StorySource, other: StorySource) -> Bool { true }

    /// Adds nothing.
    package func hash(into hasher: inout Hasher) {}
}
