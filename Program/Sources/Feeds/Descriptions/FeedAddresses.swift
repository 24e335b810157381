import Platform

/// Where a feed is on the web.
package struct FeedAddresses: Sendable, Hashable {
    /// The feed document that feed readers fetch; nil if the upstream has none, or another API is read.
    package var document: URL?
    /// The document's format; nil if it is unknown.
    package var format: FeedFormat?
    /// The web page; nil if the feed has none.
    package var page: URL?

    /// Addresses of a feed.
    package init(document: URL? = nil, format: FeedFormat? = nil, page: URL?) {
        self.document = document
        self.format = format
        self.page = page
    }
}
