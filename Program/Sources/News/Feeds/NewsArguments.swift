import ArgumentParser
import Feeds

/// `freshet news [top|new|best|ask|show|jobs|ITEM]`.
package struct NewsArguments: FeedArguments {
    package static let abstract = "Stories on Hacker News."
    package static let usage = "freshet news [top|new|best|ask|show|jobs|ITEM] [OPTIONS]"
    package static let discussion = """
        EXAMPLES
          freshet news
          freshet news ask --limit 10
          freshet news new --watch
          freshet news 8863                   a story and its comments
        """
    package static let examples = [
        (command: "freshet news best --limit 10", shows: "stories on Hacker News"),
        (command: "freshet news --watch", shows: "the list, kept up to date; q quits"),
    ]
    package static var orderGroups: [(name: String, feed: Feed)] {
        [("A story's comments", Feed(ThreadFeed(story: 1)))]
    }

    @Argument(
        help: ArgumentHelp("top, new, best, ask, show or jobs, or a story's number.", valueName: "list"),
        completion: .list(HackerNews.List.allCases.map(\.rawValue)))
    var list = "top"

    /// The front page.
    package init() {}

    /// Checks that the list exists.
    package func validate() throws { _ = try feed() }

    /// The feed that the arguments name.
    package func feed() throws -> Feed {
        if let story = Int(list), story > 0 { return Feed(ThreadFeed(story: story)) }
        if let thread = ThreadFeed(pasted: list) { return Feed(thread) }
        guard let kind = HackerNews.List(rawValue: list) else {
            throw UnknownWord(list, is: "list", among: HackerNews.List.allCases.map(\.rawValue)).error
        }
        return Feed(StoriesFeed(list: kind))
    }
}
