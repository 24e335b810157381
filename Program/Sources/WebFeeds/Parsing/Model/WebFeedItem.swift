import Platform

/// An item of a web feed.
package struct WebFeedItem: Codable, Hashable, Sendable {
    /// An author of an item.
    package struct Author: Codable, Hashable, Sendable {
        /// The name as plain text.
        package var name: String
        /// The author's page.
        package var url: URL?
        /// The author's picture.
        package var avatar: URL?

        /// An author by name.
        package init(name: String, url: URL? = nil, avatar: URL? = nil) {
            self.name = name
            self.url = url
            self.avatar = avatar
        }
    }

    /// An enclosure of an item.
    package struct Enclosure: Codable, Hashable, Sendable {
        /// The file's address.
        package var url: URL
        /// The media type, such as `audio/mpeg`.
        package var type: String?
        /// The size in bytes.
        package var length: Int?
        /// The duration in seconds.
        package var duration: Int?

        /// An enclosure by its address.
        package init(url: URL, type: String? = nil, length: Int? = nil, duration: Int? = nil) {
            self.url = url
            self.type = type
            self.length = length
            self.duration = duration
        }
    }

    /// The id, unique within the feed.
    package var id: String
    /// The title as plain text on one line; nil for items without one.
    package var title: String?
    /// The web page of the item.
    package var url: URL?
    /// The page with comments.
    package var discussion: URL?
    /// The page that a link post is about.
    package var related: URL?
    /// The authors; by default the feed's.
    package var authors: [Author] = []
    /// When the item was published; nil if the feed doesn't say.
    package var published: Date?
    /// When the item was last changed; nil if the feed doesn't say.
    package var updated: Date?
    /// A summary besides the content, as untrusted HTML with absolute links.
    package var summary: String?
    /// The text, as untrusted HTML with absolute links.
    package var content: String?
    /// The categories, each once.
    package var tags: [String] = []
    /// The enclosures, such as the audio of a podcast.
    package var enclosures: [Enclosure] = []
    /// The picture.
    package var image: URL?

    /// An item without content.
    package init(id: String) { self.id = id }
}
