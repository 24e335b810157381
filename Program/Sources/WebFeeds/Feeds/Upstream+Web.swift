import Feeds

extension Upstream {
    /// Any web site with a feed.
    package static let web = Upstream(
        id: "web", name: "Web", section: "Web feeds",
        icon: "M4 9a7 7 0 0 1 7 7M4 4a12 12 0 0 1 12 12M5 15.200v.1", waiting: "Fetching the feed…",
        kinds: [SiteFeed.self], arguments: WebArguments.self, menu: [],
        exampleAddress: "https://daringfireball.net")
}
