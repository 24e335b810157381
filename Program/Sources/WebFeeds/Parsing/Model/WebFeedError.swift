/// Why a document isn't a readable web feed.
package enum WebFeedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The document is empty.
    case empty
    /// The document is larger than the limit; both are in bytes.
    case tooLarge(bytes: Int, limit: Int)
    /// The document is an HTML page, which may name its feeds.
    case webPage
    /// The document is something else: XML with another root element, JSON without a feed's version, or another format.
    case notAFeed(String)
    /// The document ends before its first item.
    case malformed(String)

    /// A sentence for readers.
    package var description: String {
        switch self {
        case .empty: "The feed is empty."
        case .tooLarge(let bytes, let limit): "The document is too large (\(bytes) bytes). The limit is \(limit) bytes."
        case .webPage: "This address is a web page, not a feed."
        case .notAFeed(let found): "This address isn't a feed (\(found))."
        case .malformed(let problem): "The feed can't be read: \(problem)."
        }
    }
}
