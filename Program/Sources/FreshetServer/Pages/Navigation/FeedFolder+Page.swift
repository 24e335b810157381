import FeedStore
import Feeds
import WebText

extension FeedFolder {
    /// The path of the page with the folder's unread items.
    var address: String { "/unread?folder=" + path.percentEncoded }
}

extension UnreadCounts {
    /// The number of unread items of a folder and its subfolders; an item of two feeds counts twice, a story once.
    func total(of folder: FeedFolder) -> Int { total(of: folder.allFeeds.map(\.feed.key)) }
}
