import ArgumentParser
import Catalog
import FeedStore
import Feeds

/// `freshet unfollow`.
struct UnfollowCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "unfollow",
        abstract: "Stops following a feed.",
        usage: "freshet unfollow FEED [OPTIONS]",
        discussion: """
            Stored items stay for 30 days, saved items until you unsave them.

            EXAMPLES
              freshet unfollow \(FeedCatalog.all.exampleKey)
            """)

    @Argument(help: ArgumentHelp("The key or address of a feed.", valueName: "feed"), completion: .feeds)
    var feed: String

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        let feed = try FeedCatalog.all.feed(argument: feed, among: StoredNames(context, output))
        try CommandRun(context, output).run { environment in
            let feed = try feed.description.shown(in: environment)
            let title = try environment.followed(feed)?.title ?? feed.title
            let wasFollowed = try environment.unfollow(feed) != nil
            if output.json {
                let document = UnfollowDocument(feed: feed.key.rawValue, wasFollowed: wasFollowed)
                try context.output.writeLine(json: document)
            } else if wasFollowed {
                context.output.writeLine("Unfollowed \(TerminalText(title).string).")
            }
            if !wasFollowed { context.complain("You don't follow \(title). See freshet following.") }
            return wasFollowed ? .success : .failure
        }
    }
}

/// What `freshet unfollow` did, for programs.
private struct UnfollowDocument: Encodable {
    let feed: String
    let wasFollowed: Bool
}
