import ArgumentParser
import Feeds
import GitFeed

/// `freshet github`.
struct GitHubCommand: SurroundedCommand {
    static let configuration = CommandConfiguration(
        commandName: "github",
        abstract: "What happens in a GitHub repository, in the trending ones, or the public repositories.",
        usage: "freshet github OWNER/REPO|--trending LANGUAGE|--repositories [OPTIONS]",
        discussion: """
            GitHub keeps 300 events of the last 30 days, and tells of them half a
            minute to hours later. Without a token it answers 60 requests an hour.

            EXAMPLES
              freshet github apple/swift
              freshet github https://github.com/apple/swift --limit 200
              freshet github --trending swift
              freshet github --repositories

            \(ExitStatus.help)
            """)

    @Argument(help: ArgumentHelp("A repository, as its address or as owner/name.", valueName: "owner/repo"))
    var repository: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The five most starred repositories of a language and their newest events.", valueName: "language"))
    var trending: String?

    @Flag(name: .long, help: "The list of all public repositories, the oldest first.")
    var repositories = false

    @OptionGroup var options: FeedOptions

    func validate() throws {
        guard [repository != nil, trending != nil, repositories].filter({ $0 }).count == 1 else {
            throw ValidationError(
                "give one of a repository such as apple/swift, --trending LANGUAGE and --repositories")
        }
        if let repository, RepositoryName(repository) == nil {
            throw ValidationError(GitHubError.invalidRepositoryName(repository).description)
        }
        if let trending, trending.allSatisfy(\.isWhitespace) {
            throw ValidationError("--trending needs the name of a language, such as swift")
        }
        if let trending, !GitHub.isLanguage(trending) {
            throw ValidationError(GitHubError.invalidLanguage(trending).description)
        }
    }

    func run(in surroundings: Surroundings) throws {
        let session = try FeedSession(options, surroundings)
        if let trending {
            try session.run(.gitHub(trending: trending, session.environment), defaultLimit: 50)
        } else if let name = repository.flatMap(RepositoryName.init) {
            try session.run(.gitHub(name, session.environment), defaultLimit: 50)
        } else {
            try session.run(.gitHubRepositories(session.environment), defaultLimit: 50)
        }
    }
}
