/// The commands of all upstreams, in the catalog's order.
enum FeedCommands {
    static let all: [any FeedArguments.Type] = [
        GitHubArguments.self, PlanetArguments.self, NewsArguments.self, QuakesArguments.self, WebArguments.self,
    ]
}
