import ArgumentParser
import Feeds
import News

/// `freshet news`.
struct NewsCommand: SurroundedCommand {
    static let configuration = CommandConfiguration(
        commandName: "news",
        abstract: "Stories of Hacker News.",
        usage: "freshet news [top|new|best|ask|show|jobs] [OPTIONS]",
        discussion: """
            EXAMPLES
              freshet news
              freshet news ask --limit 10
              freshet news new --watch

            \(ExitStatus.help)
            """)

    @Argument(help: ArgumentHelp("top, new, best, ask, show or jobs.", valueName: "list"))
    var list = "top"

    @OptionGroup var options: FeedOptions

    func validate() throws {
        let lists = HackerNews.List.allCases.map(\.rawValue)
        if !lists.contains(list) {
            throw ValidationError("there is no list “\(list)”; " + Suggestion(for: list, among: lists).sentence)
        }
        if let limit = options.limit, limit > 500 {
            throw ValidationError("--limit \(limit) is more than a list has: give a number up to 500")
        }
    }

    func run(in surroundings: Surroundings) throws {
        let session = try FeedSession(options, surroundings)
        guard let kind = HackerNews.List(rawValue: list) else { throw ExitStatus.usage }
        try session.run(.news(kind, session.environment), defaultLimit: 30)
    }
}
