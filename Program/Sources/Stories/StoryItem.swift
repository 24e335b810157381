/// An item as the stories see it.
package struct StoryItem: Sendable {
    package typealias ID = Int64
    /// An account that alone sees an item.
    package typealias Owner = Int64

    /// The evidence that may join an item with others.
    package enum Joining: Sendable {
        /// Addresses, links, and the words of title and text.
        case byWords
        /// Addresses and links: for releases, earthquakes and natural events, whose titles are alike.
        case byAddress
    }

    package var id: ID
    package var feed: Int64
    /// The feed's title, which is cut off at the end of an item's title.
    package var source: String
    package var title: String
    package var text: String
    /// The publication, in seconds since 1970.
    package var time: Int64
    package var address: String?
    /// The page that the item is about, such as that of a link blog.
    package var subject: String?
    /// The addresses that the text links to.
    package var links: [String]
    package var joining: Joining
    /// The account that alone sees the item; nil if others may see it, too.
    package var owner: Owner?

    package init(
        id: ID, feed: Int64, source: String = "", title: String, text: String = "", time: Int64,
        address: String? = nil, subject: String? = nil, links: [String] = [], joining: Joining = .byWords,
        owner: Owner? = nil
    ) {
        (self.id, self.feed, self.source, self.title, self.text) = (id, feed, source, title, text)
        (self.time, self.address, self.subject, self.links) = (time, address, subject, links)
        (self.joining, self.owner) = (joining, owner)
    }
}

/// The evidence that an item belongs to a row.
package enum StoryEvidence: String, Sendable {
    case sameAddress
    /// One item is about the other's page, or both are about the same one.
    case subject
    /// One item links to the other, or both link to the same pages.
    case links
    case sameTitle
    /// Large parts of the texts are the same.
    case sameText
    case words
}

/// The row of an item that has arrived.
package struct StoryDecision: Sendable, Equatable {
    /// The evidence that an item tells the story of another item.
    package struct Link: Sendable, Equatable {
        package var evidence: StoryEvidence
        package var with: StoryItem.ID
    }

    /// A link between what everybody may see and what one owner sees.
    package struct Across: Sendable, Equatable {
        package var owner: StoryItem.Owner
        package var link: Link
    }

    package var row: StoryRow.ID
    /// The links with other items of its row, the deciding evidence first; empty if it begins the row.
    package var links: [Link] = []
    /// The links with items that have other readers, which stay in their own rows.
    package var across: [Across] = []
    /// True if the item joins a row whose titles have fewer numbers or names.
    package var hasNews = false
    /// Rows that turned out to be this one. They are gone for good.
    package var merged: [StoryRow.ID] = []
}
