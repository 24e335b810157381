import ArgumentParser
import Feeds

/// `freshet github OWNER/REPO|USER|--trending LANGUAGE|--repositories`.
package struct GitHubArguments: FeedArguments {
    package static let abstract = "Activity on GitHub: repositories, people, and what is trending."
    package static let usage = """
        freshet github OWNER/REPO|USER [OPTIONS]
        freshet github --trending LANGUAGE|--repositories|--inbox|--dashboard
        """
    package static let discussion = """
        GitHub lists at most 300 events, from the last 30 days, with a delay of 30 s
        to several hours. Without a token, it allows 60 requests an hour.

        EXAMPLES
          freshet github apple/swift
          freshet github https://github.com/apple/swift --limit 200
          freshet github octocat
          freshet github --trending swift
          freshet github --repositories
          freshet github --inbox              your notifications, with a token
        """
    package static let examples = [
        (command: "freshet github apple/swift", shows: "activity in a repository"),
        (command: "freshet github --trending swift", shows: "… in a language's most starred repositories"),
    ]
    package static var orderGroups: [(name: String, feed: Feed)] {
        [("--repositories", Feed(RepositoriesFeed())), ("Other feeds", Feed(DashboardFeed()))]
    }

    @Argument(
        help: ArgumentHelp("A repository, user or organization, by name or address.", valueName: "owner/repo"),
        completion: .followed { path in
            TrendingFeed(path: path) == nil ? UserFeed(path: path)?.name ?? RepositoryFeed(path: path)?.name : nil
        })
    var target: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The five most starred repositories of a language and their newest events.", valueName: "language"),
        completion: .list(Language.offered))
    var trending: String?

    @Flag(name: .long, help: "All public repositories, oldest first.")
    var repositories = false

    @Flag(
        name: .long, help: "Your unread notifications; needs a token. Reading them here doesn't change them on GitHub.")
    var inbox = false

    @Flag(name: .long, help: "Activity of the accounts and repositories that you follow; needs a token.")
    var dashboard = false

    /// Without arguments.
    package init() {}

    /// Checks that the arguments name exactly one feed.
    package func validate() throws { _ = try feed() }

    /// The feed that the arguments name.
    package func feed() throws -> Feed {
        guard [target != nil, trending != nil, repositories, inbox, dashboard].filter({ $0 }).count == 1 else {
            throw ValidationError(
                "Give exactly one: a repository such as apple/swift, a user, --trending LANGUAGE, --repositories, "
                    + "--inbox or --dashboard.")
        }
        if let trending {
            guard !trending.allSatisfy(\.isWhitespace) else {
                throw ValidationError("--trending needs the name of a language, such as swift.")
            }
            guard let feed = TrendingFeed(path: ["github", "trending", trending]) else {
                throw ValidationError(GitHubError.invalidLanguage(trending).description)
            }
            return Feed(feed)
        }
        if inbox { return Feed(InboxFeed()) }
        if dashboard { return Feed(DashboardFeed()) }
        if repositories { return Feed(RepositoriesFeed()) }
        let text = target ?? ""
        if let feed = Upstream.gitHub.feed(pasted: text) { return feed }
        if let feed = UserFeed(path: ["github", "users", text]) { return Feed(feed) }
        throw ValidationError(GitHubError.invalidRepositoryName(text).description)
    }
}
