import ArgumentParser
public import Feeds

/// `freshet web URL`.
public struct WebArguments: FeedArguments {
    public static let name = "web"
    public static let abstract = "A web feed: RSS, Atom or JSON Feed."
    public static let usage = "freshet web URL [OPTIONS]"
    public static let discussion = """
        The address of a feed, or of a page that names its feed. To follow the
        feed, use freshet follow.

        EXAMPLES
          freshet web https://daringfireball.net
          freshet web https://example.org/feed.xml --limit 5
        """
    public static let examples = [
        (command: "freshet web https://daringfireball.net", shows: "any site with a feed")
    ]

    @Argument(help: ArgumentHelp("The address of a feed, or of a page that names one.", valueName: "url"))
    var address: String

    /// No address yet.
    public init() {}

    /// Checks that it is an address of the web.
    public func validate() throws { _ = try feed() }

    /// The feed at the address.
    public func feed() throws -> Feed {
        guard let feed = SiteFeed(typed: address) else {
            throw ValidationError("“\(address)” isn't a web address. Give one such as https://example.org/feed.xml.")
        }
        return Feed(feed)
    }
}
