import ArgumentParser
import Feeds
import WebFeeds

/// `freshet web URL`.
struct WebArguments: FeedArguments {
    static let upstream = Upstream.web
    static let abstract = "A web feed: RSS, Atom or JSON Feed."
    static let usage = "freshet web URL [OPTIONS]"
    static let discussion = """
        The address of a feed, or of a page that names its feed. To follow the
        feed, use freshet follow.

        EXAMPLES
          freshet web https://daringfireball.net
          freshet web https://example.org/feed.xml --limit 5
        """
    static let examples = [
        (command: "freshet web https://daringfireball.net", shows: "any site with a feed")
    ]

    @Argument(help: ArgumentHelp("The address of a feed, or of a page that names one.", valueName: "url"))
    var address: String

    /// Without an address.
    init() {}

    /// Checks that the argument is a web address.
    func validate() throws { _ = try feed() }

    /// The feed at the address.
    func feed() throws -> Feed {
        guard let feed = SiteFeed(typed: address) else {
            throw ValidationError("“\(address)” isn't a web address. Give one such as https://example.org/feed.xml.")
        }
        return Feed(feed)
    }
}
