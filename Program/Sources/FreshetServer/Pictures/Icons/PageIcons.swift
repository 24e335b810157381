import Feeds
import NIOCore
import Platform

/// The icons of feeds for the page's script, in one document: `data:` addresses, paths of large ones, or null where a site has none.
/// Feeds are left out whose icon isn't known yet, or that would make the document too large.
struct PageIcons: JSONDocument {
    private(set) var icons: [String: String?] = [:]
    /// Whether all feeds are there.
    let isComplete: Bool

    /// The maximum number of feeds in a document.
    static let maximumFeeds = 64
    /// The maximum size of all icons in bytes.
    private static let maximumSize = 64 << 10

    init(of feeds: [Feed], from pictures: ArticlePictures?, mayFetch: Bool) async {
        var (icons, size) = ([String: String?](), 0)
        for feed in feeds where size < Self.maximumSize {
            switch await pictures?.pageIcon(of: feed, mayFetch: mayFetch) {
            case .data(let picture):
                size += picture.bytes.readableBytes
                let bytes = Data(picture.bytes.readableBytesView).base64EncodedString()
                icons[feed.address] = "data:\(picture.contentType);base64,\(bytes)"
            case .address(let path): icons[feed.address] = path
            case .absent, nil: icons[feed.address] = .some(nil)
            case .pending: break
            }
        }
        isComplete = icons.count == feeds.count
        self.icons = icons
    }

    private enum CodingKeys: CodingKey { case icons }
}
