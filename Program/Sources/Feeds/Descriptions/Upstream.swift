/// A service that feeds request: an API, or any web site.
package struct Upstream: Sendable {
    /// The first part of its feeds' paths and keys: `github`.
    package let id: String
    /// The name in sentences: "GitHub".
    package let name: String
    /// The heading of its feeds in menus.
    package let section: String
    /// The icon: the SVG path of a glyph of 20 × 20 units.
    package let icon: String
    /// The message while a first response is awaited: "Loading from GitHub…".
    package let waiting: String
    /// The environment variable that overrides the base address; nil if each feed has its own address.
    package let addressVariable: String?
    /// The environment variables that may contain a token, in order of precedence.
    package let tokenVariables: [String]
    /// The hosts of authors' pictures. `*.example.org` matches all subdomains.
    package let pictureHosts: [String]
    /// The rate limit; nil if none is documented.
    package let limit: RequestLimit?
    /// The maximum number of requests in flight; nil if unlimited. With a limit, followed feeds take turns.
    package let maximumInFlight: Int?
    /// The kinds of feed, in the order in which they are tried for an address.
    package let kinds: [any FeedDescription.Type]
    /// The words that name its feeds on the command line.
    package let arguments: any FeedArguments.Type
    /// The feeds in menus, both followed and others.
    package let menu: [MenuLink]
    /// An address that a reader may type to follow one of its feeds; nil if others show enough.
    package let exampleAddress: String?

    /// An upstream; optional properties default to none.
    package init(
        id: String, name: String, section: String, icon: String, waiting: String? = nil,
        addressVariable: String? = nil, tokenVariables: [String] = [], pictureHosts: [String] = [],
        limit: RequestLimit? = nil, maximumInFlight: Int? = nil, kinds: [any FeedDescription.Type],
        arguments: any FeedArguments.Type, menu: [MenuLink], exampleAddress: String? = nil
    ) {
        self.id = id
        self.name = name
        self.section = section
        self.icon = icon
        self.waiting = waiting ?? "Loading from \(name)…"
        self.addressVariable = addressVariable
        self.tokenVariables = tokenVariables
        self.pictureHosts = pictureHosts
        self.limit = limit
        self.maximumInFlight = maximumInFlight
        self.kinds = kinds
        self.arguments = arguments
        self.menu = menu
        self.exampleAddress = exampleAddress
    }

    /// A sentence about the limit for readers without a token; nil if a token changes nothing.
    package var tokenAdvice: String? {
        guard let limit, let withToken = limit.withToken, let variable = tokenVariables.first else { return nil }
        return "Without a token, \(name) allows \(limit.anonymous) requests an hour for each network address. "
            + "Set \(variable) to a token for \(withToken)."
    }
}

/// A rate limit.
package struct RequestLimit: Sendable, Hashable {
    /// The resource in the upstream's headers: `core`.
    package let resource: String
    /// The period in seconds.
    package let period: Double
    /// Requests a period without a token.
    package let anonymous: Int
    /// Requests a period with a token; nil if tokens change nothing.
    package let withToken: Int?

    /// A rate limit.
    package init(resource: String, period: Double, anonymous: Int, withToken: Int? = nil) {
        self.resource = resource
        self.period = period
        self.anonymous = anonymous
        self.withToken = withToken
    }
}

/// A feed in a menu.
package struct MenuLink: Sendable, Hashable {
    /// The feed.
    package let feed: Feed
    /// The name in the menu; nil for the feed's title.
    package let name: String?

    /// A feed with that name, or with its title.
    package init(_ feed: Feed, name: String? = nil) {
        self.feed = feed
        self.name = name
    }
}
