import Feeds
import WebText

/// The button that refreshes a feed, or all feeds of a list, within the limits of their upstreams.
struct RefreshForm {
    private let fields: HTML
    private let title: HTML
    /// The number of feeds of a list, for the script; nil for a feed.
    private let count: Int?
    /// The local path to return to.
    private let returnPath: String

    /// - Parameter query: the query of the feed's page: `?limit=100`, or nothing.
    init(feed: Feed, query: String = "", returnPath: String) {
        fields = Hidden("feed", feed.address + query).html
        title = "Refresh from \(feed.upstream.answerer)"
        count = nil
        self.returnPath = returnPath
    }

    /// The followed feeds, or those of a folder and its subfolders; nil if there are none.
    init?(of followed: [FollowedFeed], in folder: String? = nil, returnPath: String) {
        let feeds = FeedFolder(followed).feeds(in: folder)
        if feeds.isEmpty { return nil }
        fields = folder.map { Hidden("folder", $0).html } ?? Hidden("all", "true").html
        title = feeds.count == 1 ? "Refresh 1 feed" : "Refresh \(feeds.count.grouped) feeds"
        count = feeds.count
        self.returnPath = returnPath
    }

    var html: HTML {
        """
        <form class="refresh" method="post" action="/refresh"\(count.map { " data-feeds=\"\($0)\"" as HTML })>\(fields)\
        \(Hidden("return", returnPath).html)<button class="button quiet" title="\(title) (r)">\
        \(Icon.refresh.html)<span class="words">Refresh</span><span class="again">Try again</span></button></form>
        """
    }
}

extension FeedFolder {
    /// The feeds of a folder and its subfolders, or all feeds if it is nil.
    func feeds(in path: String?) -> [FollowedFeed] {
        guard let path else { return allFeeds }
        return all.first { $0.path == path }?.allFeeds ?? []
    }
}

/// The button that loads a feed, on pages that may not request it by themselves.
struct LoadForm {
    let feed: Feed
    let title: String
    /// The query of the feed's page: `?limit=100`, or nothing.
    let query: String
    /// The local path to return to.
    let returnPath: String

    var html: HTML {
        """
        <div class="notice"><p>Loading this feed makes a request to \(feed.upstream.answerer).</p>\
        <form class="load" method="post" action="/refresh">\(Hidden("feed", feed.address + query).html)\
        \(Hidden("return", returnPath).html)<button class="button strong"><span>Load \(SafeText(title, atMost: 200).html)</span></button></form></div>
        """
    }
}
