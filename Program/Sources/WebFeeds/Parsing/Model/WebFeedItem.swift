public import Platform

/// An item of a web feed.
public struct WebFeedItem: Codable, Hashable, Sendable {
    /// An author of an item.
    public struct Author: Codable, Hashable, Sendable {
        /// The name as plain text.
        public var name: String
        /// The author's page.
        public var url: URL?
        /// The author's picture.
        public var avatar: URL?

        /// An author by name.
        public init(name: String, url: URL? = nil, avatar: URL? = nil) {
            self.name = name
            self.url = url
            self.avatar = avatar
        }
    }

    /// An enclosure of an item.
    public struct Enclosure: Codable, Hashable, Sendable {
        /// The file's address.
        public var url: URL
        /// The media type, such as `audio/mpeg`.
        public var type: String?
        /// The size in bytes.
        public var length: Int?
        /// The duration in seconds.
        public var duration: Int?

        /// An enclosure by its address.
        public init(url: URL, type: String? = nil, length: Int? = nil, duration: Int? = nil) {
            self.url = url
            self.type = type
            self.length = length
            self.duration = duration
        }
    }

    /// The id, unique within the feed.
    public var id: String
    /// The title as plain text on one line; nil for items without one.
    public var title: String?
    /// The web page of the item.
    public var url: URL?
    /// The page with comments.
    public var discussion: URL?
    /// The page that a link post is about.
    public var related: URL?
    /// The authors; by default the feed's.
    public var authors: [Author] = []
    /// When the item was published; nil if the feed doesn't say.
    public var published: Date?
    /// When the item was last changed; nil if the feed doesn't say.
    public var updated: Date?
    /// A summary besides the content, as untrusted HTML with absolute links.
    public var summary: String?
    /// The text, as untrusted HTML with absolute links.
    public var content: String?
    /// The categories, each once.
    public var tags: [String] = []
    /// The enclosures, such as the audio of a podcast.
    public var enclosures: [Enclosure] = []
    /// The picture.
    public var image: URL?

    /// An item without content.
    public init(id: String) { self.id = id }
}
