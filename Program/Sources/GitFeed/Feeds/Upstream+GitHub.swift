import Feeds

extension Upstream {
    /// GitHub, or a GitHub Enterprise server.
    package static let gitHub = Upstream(
        id: "github", name: "GitHub", section: "GitHub",
        icon:
            "M6 3v9.500M6 17a2.200 2.200 0 1 0 0-4.500A2.200 2.200 0 0 0 6 17zM14 7.500a2.200 2.200 0 1 0 0-4.500 2.200 2.200 0 0 0 0 4.500zm0 0c0 4-8 2-8 6",
        addressVariable: "FRESHET_GITHUB_URL", tokenVariables: ["GH_TOKEN", "GITHUB_TOKEN"],
        pictureHosts: ["github.com", "*.githubusercontent.com"],
        limit: RequestLimit(resource: "core", period: 3600, anonymous: 60, withToken: 5000),
        maximumInFlight: 2,
        kinds: [
            RepositoriesFeed.self, InboxFeed.self, DashboardFeed.self, TrendingFeed.self, UserFeed.self,
            RepositoryFeed.self,
        ],
        menu: [
            MenuLink(Feed(TrendingFeed.usual), name: "Trending"), MenuLink(Feed(RepositoriesFeed())),
        ],
        exampleAddress: "apple/swift")
}
