import Platform
import WebText

/// A list of feeds in folders, the exchange format of feed readers (OPML 1.0 to 2.0).
package struct OPML: Sendable, Hashable {
    /// A feed of the list.
    package struct Feed: Sendable, Hashable {
        /// The feed's address.
        package var url: URL
        /// The feed's name as plain text on one line.
        package var title: String?
        /// The reader's own name for the feed; nil without one, or if the document has it as the title as well.
        package var name: String?
        /// The page that the feed belongs to.
        package var homePage: URL?
        /// The names of the enclosing folders, outermost first.
        package var folder: [String]
        /// The categories, such as `/Science/Weather`.
        package var categories: [String]
        /// Whether its address needs a user and password, which the list lacks; an attribute of Freshet's own.
        package var needsPassword: Bool

        /// The path of the enclosing folders, such as `News/Tech`; without any, the first category; nil without that.
        package var folderPath: String? {
            if !folder.isEmpty { return folder.joined(separator: "/") }
            return categories.lazy.map { category in
                category.split(separator: "/").map(\.trimmed).filter { !$0.isEmpty }.joined(separator: "/")
            }.first { !$0.isEmpty }
        }

        /// A feed by its address.
        package init(
            url: URL, title: String? = nil, name: String? = nil, homePage: URL? = nil, folder: [String] = [],
            categories: [String] = [], needsPassword: Bool = false
        ) {
            self.url = url
            self.title = title
            self.name = name
            self.homePage = homePage
            self.folder = folder
            self.categories = categories
            self.needsPassword = needsPassword
        }
    }

    /// The list's title.
    package var title: String?
    /// The feeds in document order. A feed in several folders appears several times.
    package var feeds: [Feed]
    /// The titles of outlines with an unusable address, or the addresses of those without a title.
    package var refused: [String] = []
    /// The titles of feeds whose outlines have no readable address, or their lines.
    package var unreadable: [String] = []
    /// Whether the document ends before its root element does, as an incomplete copy would.
    package var isCutOff = false

    /// A list of feeds.
    package init(title: String? = nil, feeds: [Feed] = []) {
        self.title = title
        self.feeds = feeds
    }
}
