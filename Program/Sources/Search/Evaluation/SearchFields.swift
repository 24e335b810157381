/// The searchable text and values of an item. Text is plain, without markup.
package struct SearchFields: Sendable, Hashable {
    /// The kind of item, such as `PushEvent`; matched by `kind:`.
    package var kind: String
    /// The kind's name for readers, such as `push`; also matched by `kind:`.
    package var kindName: String
    /// The title. Matches here rank highest.
    package var title: String
    /// The body.
    package var text: String
    /// The author; matched by `author:`.
    package var author: String
    /// The source, such as a site's name.
    package var source: String
    /// Labels such as categories.
    package var tags: [String]
    /// The value that ``ItemOrder/largest`` sorts by.
    package var measure: Double?
    /// What the measure is, such as ``Quantity/points`` for `points:`; nil if no search compares it.
    package var quantity: Quantity?
    /// The latitude in degrees; with `longitude`, matched by `within:` and `of:`.
    package var latitude: Double?
    /// The longitude in degrees.
    package var longitude: Double?

    /// Creates fields. An item without fields is found only by its feed, marks and date.
    package init(
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
