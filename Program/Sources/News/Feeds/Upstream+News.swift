import Feeds
import FreshetHTTP

extension Upstream {
    /// Hacker News.
    package static let news = Upstream(
        id: "news", name: "Hacker News", section: "News",
        icon:
            "M3 4h11v12.500H5A2 2 0 0 1 3 14.500zM14 8h3v6.500a2 2 0 0 1-4 0M6 7.500h5M6 10.500h5M6 13.500h3",
        addressVariable: "FRESHET_NEWS_URL", kinds: [StoriesFeed.self, ThreadFeed.self],
        arguments: NewsArguments.self,
        menu: HackerNews.List.allCases.map { MenuLink(Feed(StoriesFeed(list: $0)), name: $0.name) },
        exampleAddress: "news.ycombinator.com")
}

extension HackerNews.List {
    /// The list's name in a menu of lists.
    var name: String {
        switch self {
        case .top: "Top"
        case .new: "New"
        case .best: "Best"
        case .ask: "Ask"
        case .show: "Show"
        case .jobs: "Jobs"
        }
    }

    /// The list's full name.
    var title: String {
        switch self {
        case .top: "Top stories"
        case .new: "New stories"
        case .best: "Best stories"
        case .ask: "Ask HN"
        case .show: "Show HN"
        case .jobs: "Jobs"
        }
    }

    var summary: String {
        switch self {
        case .top: "The front page of Hacker News."
        case .new: "The newest posts on Hacker News."
        case .best: "The best recent posts on Hacker News."
        case .ask: "Questions to Hacker News readers."
        case .show: "Projects by Hacker News readers."
        case .jobs: "Jobs at Y Combinator companies."
        }
    }
}
