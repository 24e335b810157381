import Feeds
import WebText

/// The button of an item that is a feed of its own, such as a repository.
struct RowFollowForm {
    /// The path of the feed's page.
    let address: String
    let rowID: String
    let options: RowOptions

    /// Nil for items that are no feed.
    init?(_ entry: Entry, rowID: String, options: RowOptions) {
        guard case .feed(let path) = entry.feed else { return nil }
        address = Feed.address(path)
        self.rowID = rowID
        self.options = options
    }

    var html: HTML {
        let isFollowed = options.site.followed.contains { $0.feed.address.lowercased() == address.lowercased() }
        let action = isFollowed ? "unfollow" : "follow"
        return """
            <form class="row-follow" method="post" action="/\(action)">\(Hidden("feed", address).html)\
            \(Hidden("return", options.destination + "#" + rowID).html)\
            <button class="button">\(isFollowed ? "Unfollow" : "Follow")</button></form>
            """
    }
}
