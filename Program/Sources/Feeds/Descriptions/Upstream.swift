/// Whom feeds ask: a service with an API, or any site of the web.
public struct Upstream: Sendable {
    /// The first part of its feeds' paths and keys: `github`.
    public let id: String
    /// Its name in sentences: "GitHub".
    public let name: String
    /// The heading that its feeds stand under in menus.
    public let section: String
    /// Its drawing: the path of a glyph of 20 by 20 units, as SVG writes it.
    public let icon: String
    /// What is said while it is asked and nothing has arrived yet: "Asking GitHub…".
    public let waiting: String
    /// The environment variable with another base address; nil where its feeds have addresses of their own.
    public let addressVariable: String?
    /// The environment variables that may hold a token, the first one first.
    public let tokenVariables: [String]
    /// The hosts of its authors' pictures; `*.example.org` stands for all names below it.
    public let pictureHosts: [String]
    /// Its limit on requests; nil where it documents none.
    public let limit: RequestLimit?
    /// The kinds of feed that it has; the first one whose address fits is taken.
    public let kinds: [any FeedDescription.Type]
    /// Its command.
    public let command: any FeedArguments.Type
    /// The feeds that menus offer, whether anybody follows them or not.
    public let menu: [MenuLink]

    /// Describes an upstream; what is left out it doesn't have.
    public init(
        id: String, name: String, section: String, icon: String, waiting: String? = nil,
        addressVariable: String? = nil, tokenVariables: [String] = [], pictureHosts: [String] = [],
        limit: RequestLimit? = nil, kinds: [any FeedDescription.Type], command: any FeedArguments.Type, menu: [MenuLink]
    ) {
        self.id = id
        self.name = name
        self.section = section
        self.icon = icon
        self.waiting = waiting ?? "Asking \(name)…"
        self.addressVariable = addressVariable
        self.tokenVariables = tokenVariables
        self.pictureHosts = pictureHosts
        self.limit = limit
        self.kinds = kinds
        self.command = command
        self.menu = menu
    }

    /// What the limit means to somebody without a token; nil where a token changes nothing.
    public var tokenAdvice: String? {
        guard let limit, let withToken = limit.withToken, let variable = tokenVariables.first else { return nil }
        return "Without a token \(name) answers \(limit.anonymous) requests an hour for each network address. "
            + "Set \(variable) to a token for \(withToken)."
    }
}

/// How many requests an upstream answers.
public struct RequestLimit: Sendable, Hashable {
    /// What the upstream counts them as, in its headers: `core`.
    public let resource: String
    /// The period in seconds.
    public let period: Double
    /// Requests a period without a token.
    public let anonymous: Int
    /// Requests a period with a token; nil where it has none.
    public let withToken: Int?

    /// A limit.
    public init(resource: String, period: Double, anonymous: Int, withToken: Int? = nil) {
        self.resource = resource
        self.period = period
        self.anonymous = anonymous
        self.withToken = withToken
    }
}

/// A feed as a menu offers it.
public struct MenuLink: Sendable {
    /// The feed.
    public let feed: Feed
    /// Its name there; nil for its title.
    public let name: String?

    /// The feed under that name, or under its title.
    public init(_ feed: Feed, name: String? = nil) {
        self.feed = feed
        self.name = name
    }
}
