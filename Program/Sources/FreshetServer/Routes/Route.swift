import Feeds
import HTTPTypes
import ReaderApps

/// A row of the table of routes: all that the server knows of an address.
///
/// Dispatch, admission, refusals and `/openapi.json` come from these rows. The table is in `Table`.
struct Route: Sendable {
    /// The kind of the responses, which decides how a request is refused.
    enum Kind: Sendable {
        /// A page with navigation.
        case page
        /// A document for programs.
        case document
        /// A feed for feed readers.
        case syndication
        /// A picture, on pages and in programs.
        case picture
        /// Everything else: forms, changes, and files of pages.
        case other
    }

    /// The clients that may use a route.
    enum Access: Sendable {
        /// Everybody, without signing in. The handler checks a secret or a signature in the path, and then the query.
        case everybody
        /// Browsers and programs that are signed in, with the app password of a reader app, too: items, marks, follows
        /// and folders.
        case readerApps
        /// Browsers and programs that are signed in, except with app passwords of reader apps.
        case programs
        /// Browsers that are signed in: it changes what an account signs in with.
        case browsers
        /// Administrators: it shows or changes what belongs to the server.
        case administrators
        /// Administrators, and programs with the token for metrics.
        case monitors
    }

    let path: PathTemplate
    let kind: Kind
    let access: Access
    /// The maximum size of a request's body in bytes.
    let largestBody: Int
    let operations: [RouteOperation]
    /// Its place in the table.
    fileprivate(set) var number = 0

    /// The largest body of most routes, and where there is none.
    static let usualBody = 64 << 10

    init(
        _ path: String, _ kind: Kind, for access: Access, largestBody: Int = Route.usualBody,
        _ operations: RouteOperation...
    ) {
        self.path = PathTemplate(path)
        (self.kind, self.access, self.largestBody, self.operations) = (kind, access, largestBody, operations)
    }

    /// The allowed methods, in the order of the `Allow` header.
    var methods: [HTTPRequest.Method] { operations.flatMap(\.methods) }

    /// True if the route can be used without signing in.
    var isOpen: Bool { access == .everybody }

    /// True if only administrators' accounts may use it.
    var isForAdministrators: Bool { access == .administrators || access == .monitors }

    /// True for pictures with signed addresses, which pages of other sites may show. Some reader apps are such pages.
    var isEmbeddable: Bool { isOpen && kind == .picture }

    /// The operation of a method; nil if the method isn't allowed.
    func operation(_ method: HTTPRequest.Method) -> RouteOperation? { operations.first { $0.methods.contains(method) } }
}

extension Route {
    /// The table. Feeds are last: other routes take precedence over those of a catalog.
    static let all = (pages + documents + changes + files + feeds).enumerated().map { number, route in
        var route = route
        route.number = number
        return route
    }

    /// The routes whose paths have no variables.
    static let fixed = Dictionary(
        all.compactMap { route in route.path.fixed.map { ($0, route) } }, uniquingKeysWith: { first, _ in first })

    /// The other routes, in the order in which they are tried.
    static let variable = all.filter { $0.path.fixed == nil }

    /// The first parts of paths whose second part is a secret.
    static let secretRoots = Set(all.compactMap(\.path.secretRoot))

    /// The first part of the addresses that confirm a destination.
    static let confirmationRoot = "confirm"
    /// The first part of the addresses that set a password.
    static let resetRoot = "reset"
    /// The first part of the addresses of invitations.
    static let invitationRoot = "invitation"
}

/// The route at an address, and the values of its path's variables.
struct RouteMatch: Sendable {
    let route: Route
    let values: PathValues

    /// Finds the route of an address; nil if there is nothing at it.
    init?(_ target: Target, _ catalog: FeedCatalog) {
        if let route = Route.fixed[PathTemplate.Fixed(parts: target.parts, suffix: target.suffix)] {
            (self.route, values) = (route, PathValues())
            return
        }
        for route in Route.variable {
            if let values = route.path.values(in: target, catalog) {
                (self.route, self.values) = (route, values)
                return
            }
        }
        return nil
    }

    /// The feed whose page it is; nil for other forms of a feed.
    var feedOfPage: Feed? { route.kind == .page ? values.feed : nil }
}
