public import Search

/// The parts of an item by which it is compared with the stories of others.
public struct StoryFields: Sendable, Hashable {
    /// The title without markup.
    public var title: String
    /// The text without markup.
    public var text: String
    /// The item's own page.
    public var address: String?
    /// The page that the item is about, such as that of a link blog or of a submission.
    public var subject: String?
    /// The addresses that the text links to.
    public var links: [String]
    /// False for kinds of items whose titles are alike, such as releases and earthquakes: only addresses and links join them.
    public var joinsByWords: Bool

    /// The parts of an item.
    public init(
        title: String, text: String = "", address: String? = nil, subject: String? = nil, links: [String] = [],
        joinsByWords: Bool = true
    ) {
        (self.title, self.text, self.address, self.subject) = (title, text, address, subject)
        (self.links, self.joinsByWords) = (links, joinsByWords)
    }
}

/// Makes the ``StoryFields`` of an item that arrives, once it is known that nothing stores it yet. All sources are equal: they
/// say what the payload does.
public struct StorySource: Sendable, Hashable {
    let fields: @Sendable (SearchFields) -> StoryFields?

    /// - Parameter fields: makes them from what searches use; nil for an item that tells no story.
    public init(_ fields: @escaping @Sendable (SearchFields) -> StoryFields?) { self.fields = fields }

    /// True.
    public static func == (one: StorySource, other: StorySource) -> Bool { true }

    /// Adds nothing.
    public func hash(into hasher: inout Hasher) {}
}
