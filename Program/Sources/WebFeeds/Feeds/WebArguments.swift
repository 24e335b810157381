import ArgumentParser
import Feeds

/// `freshet web URL`.
package struct WebArguments: FeedArguments {
    package static let abstract = "A web feed: RSS, Atom or JSON Feed."
    package static let usage = "freshet web URL [OPTIONS]"
    package static let discussion = """
        The address of a feed, or of a page that names its feed. To follow the
        feed, use freshet follow.

        EXAMPLES
          freshet web https://daringfireball.net
          freshet web https://example.org/feed.xml --limit 5
        """
    package static let examples = [
        (command: "freshet web https://daringfireball.net", shows: "any site with a feed")
    ]

    @Argument(help: ArgumentHelp("The address of a feed, or of a page that names one.", valueName: "url"))
    var address: String

    /// Without an address.
    package init() {}

    /// Checks that the argument is a web address.
    package func validate() throws { _ = try feed() }

    /// The feed at the address.
    package func feed() throws -> Feed {
        guard let address = SiteAddress(typed: address) else {
            throw ValidationError(
                "“\(self.address)” isn't a web address. Give one such as https://example.org/feed.xml.")
        }
        return Feed(SiteFeed(address))
    }
}
