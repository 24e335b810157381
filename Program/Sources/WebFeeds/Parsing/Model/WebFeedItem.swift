#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An item of a web feed.
public struct WebFeedItem: Codable, Hashable, Sendable {
    /// Somebody who wrote an item.
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

    /// A file that belongs to an item.
    public struct Enclosure: Codable, Hashable, Sendable {
        /// The file's address.
        public var url: URL
        /// The media type, such as `audio/mpeg`.
        public var type: String?
        /// The size in bytes.
        public var length: Int?
        /// The playing time in seconds.
        public var duration: Int?

        /// A file by its address.
        public init(url: URL, type: String? = nil, length: Int? = nil, duration: Int? = nil) {
            self.url = url
            self.type = type
            self.length = length
            self.duration = duration
        }
    }

    /// The identity within the feed; other feeds may use the same.
    public var id: String
    /// The title as plain text on one line; nil for items without one.
    public var title: String?
    /// The page to read.
    public var url: URL?
    /// The page with comments.
    public var discussion: URL?
    /// The page that the item is about.
    public var related: URL?
    /// The authors; the feed's, if the item names none.
    public var authors: [Author] = []
    /// When the item was published; nil if the feed doesn't say.
    public var published: Date?
    /// When the item was last changed; nil if the feed doesn't say.
    public var updated: Date?
    /// A summary beside the content, as untrusted HTML with absolute links.
    public var summary: String?
    /// The text, as untrusted HTML with absolute links.
    public var content: String?
    /// The categories, each once.
    public var tags: [String] = []
    /// Files, such as the audio of a podcast.
    public var enclosures: [Enclosure] = []
    /// A picture.
    public var image: URL?

    /// An item without content.
    public init(id: String) { self.id = id }
}
