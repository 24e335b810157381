import Feeds

/// The button of an item that is a feed of its own, such as a repository.
struct RowFollowForm {
    /// The path of the feed's page.
    let address: String
    let rowID: String
    let context: RowOptions

    /// Nil for items that are no feed.
    init?(_ entry: Entry, rowID: String, context: RowOptions) {
        guard case .feed(let path) = entry.feed else { return nil }
        address = Feed.address(path)
        self.rowID = rowID
        self.context = context
    }

    var html: HTML {
        let isFollowed = context.site.followed.contains { $0.feed.address.lowercased() == address.lowercased() }
        let action = isFollowed ? "unfollow" : "follow"
        return """
            <form class="row-follow" method="post" action="/\(action)">\(Hidden("feed", address).html)\
            \(Hidden("return", context.destination + "#" + rowID).html)\
            <button class="button">\(isFollowed ? "Unfollow" : "Follow")</button></form>
            """
    }
}
