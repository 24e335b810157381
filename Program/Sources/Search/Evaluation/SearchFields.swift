/// The searchable text and values of an item. Text is plain, without markup.
public struct SearchFields: Sendable, Hashable {
    /// The kind of item, such as `PushEvent`; matched by `kind:`.
    public var kind: String
    /// The kind's name for readers, such as `push`; also matched by `kind:`.
    public var kindName: String
    /// The title. Matches here rank highest.
    public var title: String
    /// The body.
    public var text: String
    /// The author; matched by `author:`.
    public var author: String
    /// The source, such as a site's name.
    public var source: String
    /// Labels such as categories.
    public var tags: [String]
    /// The value that ``ItemOrder/largest`` sorts by.
    public var measure: Double?
    /// What the measure is, such as ``Quantity/points`` for `points:`; nil if no search compares it.
    public var quantity: Quantity?
    /// The latitude in degrees; with `longitude`, matched by `within:` and `of:`.
    public var latitude: Double?
    /// The longitude in degrees.
    public var longitude: Double?

    /// Creates fields. An item without fields is found only by its feed, marks and date.
    public init(
        kind: String = "", kindName: String = "", title: String = "", text: String = "", author: String = "",
        source: String = "", tags: [String] = [], measure: Double? = nil, quantity: Quantity? = nil,
        latitude: Double? = nil, longitude: Double? = nil
    ) {
        self.kind = kind
        self.kindName = kindName
        self.title = title
        self.text = text
        self.author = author
        self.source = source
        self.tags = tags
        self.measure = measure
        self.quantity = quantity
        self.latitude = latitude
        self.longitude = longitude
    }
}

extension SearchFields {
    /// The tags as one text: one on a line, so that a phrase doesn't span two.
    package var joinedTags: String { tags.joined(separator: "\n") }

    package var hasWords: Bool {
        !(title.isEmpty && text.isEmpty && author.isEmpty && source.isEmpty && tags.isEmpty)
    }
}
