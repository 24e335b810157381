import ArgumentParser

/// The program.
struct FreshetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "freshet",
        abstract: "Follows live public feeds: what is on disk at once, then what is new.",
        discussion: """
            EXAMPLES
              freshet github apple/swift          what happens in a repository
              freshet github --trending swift     … in the most starred of a language
              freshet planet                      natural events of a year, by category
              freshet planet wildfires --days 30  those of one category
              freshet news best --limit 10        stories of Hacker News
              freshet news --watch                the list, kept up to date; q ends it
              freshet news --json | jq '.items[].title'
              freshet status                      what was asked of whom, and what is left
              freshet serve --open                all of it as a page in the browser
              freshet demo                        all of it on made-up data

            ENVIRONMENT
              GH_TOKEN, GITHUB_TOKEN   a token for GitHub, sent to it alone: 5,000
                                       requests an hour in the place of 60
              FRESHET_GITHUB_URL, FRESHET_EONET_URL, FRESHET_NEWS_URL
                                       other base addresses of the upstreams
              FRESHET_TOKEN            what readers of the page sign in with
              XDG_DATA_HOME            where the store is kept (~/.local/share)
              NO_COLOR, CLICOLOR_FORCE, TERM
                                       whether to use colour

            \(ExitStatus.help)
            """,
        version: Version.current,
        subcommands: [
            GitHubCommand.self, PlanetCommand.self, NewsCommand.self, StatusCommand.self, ServeCommand.self,
            UpstreamsCommand.self, DemoCommand.self,
        ])
}
