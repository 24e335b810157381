import Feeds
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Platform
import WebText

/// The handling of a request.
enum Handling: Sendable {
    /// With a response.
    case now(ServerResponse)
    /// With a response that takes time.
    case later(IncomingRequest, @Sendable () async throws -> ServerResponse)
}

/// A request with a valid address, and who sent it. Lives until it is answered.
struct IncomingRequest: Sendable {
    let request: Request
    var target: Target
    /// The route at the target; nil if there is nothing there.
    var match: RouteMatch?
    /// The server as the client names it.
    let authority: String
    let source: RequestSource
    let connection: ClientConnection
    /// The source of the request.
    let client: IPAddress?
    /// The client's share of what a proxy forwards; nil without a proxy.
    let share: ClientShares.Share?
    /// The session of the browser, if it has signed in.
    var session: String?
    /// True if the request may be answered: it has the token or a session, if the server needs one.
    ///
    /// It is false until that is checked.
    var isAdmitted = false
    /// The account that sent the request; nil while there is only one.
    var admission: AccountAdmission?
    /// The pictures of the page that answers it.
    let pictures = ShownPictures()

    /// The values of the variables in its path.
    var path: PathValues { match?.values ?? PathValues() }

    /// True if it asks for the texts of a list's items instead of the page of the list.
    var isForTexts: Bool { target["part"] == "texts" }

    /// The maximum size of its body in bytes.
    var largestBody: Int { match?.route.largestBody ?? Route.usualBody }
}

extension Target {
    /// The path and the query, to return to.
    var local: String { rawQuery.isEmpty ? path : path + "?" + rawQuery }
}

/// The connection of a request, which Hummingbird calls its context.
struct ClientConnection: InitializableFromSource {
    let channel: any Channel

    init(channel: any Channel) { self.channel = channel }

    init(source: ApplicationRequestContextSource) { self.init(channel: source.channel) }

    /// The address at the other end, which may be a proxy's. Through a Unix socket, it is this machine's.
    var peer: IPAddress? {
        if channel.localAddress?.pathname != nil { return IPAddress("127.0.0.1") }
        return channel.remoteAddress?.ipAddress.flatMap(IPAddress.init)
    }
}

extension HTTPFields {
    var wantsEvents: Bool { self[.accept]?.contains("text/event-stream") == true }

    var wantsJSON: Bool { self[.accept]?.contains("application/json") == true }

    /// True if a browser is about to show the page to a person.
    var isForPerson: Bool { self[.accept]?.contains("text/html") == true && self[.secPurpose] == nil }
}

extension HTTPField.Name {
    // Field names are tokens; this is one.
    fileprivate static let secPurpose = HTTPField.Name("Sec-Purpose").unsafelyUnwrapped
}

/// The properties of a request for metrics and the log, when its response begins.
struct RequestTrace: Sendable {
    let start = ContinuousClock.now
    /// Nil if the path has no route, or the request was refused before.
    var route: Route?
    /// The client's address, behind a trusted proxy, too.
    var client: IPAddress?
}

/// Everything that the server reads from a request before it answers, without a connection; for the fuzzer.
package struct RequestReading: Sendable {
    private let catalog: FeedCatalog
    private let publicURL: PublicURL
    private let hosts: HostRule
    private let proxies: TrustedProxies
    private let tokenRule: TokenRule

    /// Reads requests for the feeds of a catalog, as a server behind a proxy does.
    package init(_ catalog: FeedCatalog) throws {
        self.catalog = catalog
        publicURL = try PublicURL("https://example.org/freshet")
        hosts = HostRule(boundTo: "127.0.0.1", allowed: [publicURL.host])
        proxies = TrustedProxies([], publicURL: publicURL)
        tokenRule = TokenRule(
            String(repeating: "x", count: 16), Sessions(folder: nil, token: nil) { Date() }, AttemptLimits())
    }

    /// Reads a request, and drops the result.
    package func read(_ request: HTTPRequest, body: Data) {
        let headers = request.headerFields
        let authority = request.authority ?? ""
        let client = proxies.client(at: IPAddress("127.0.0.1"), headers)
        _ = (hosts.allows(authority), tokenRule.verdict(on: headers, from: client))
        _ = RequestSource(headers, authority: authority, publicURL: publicURL).mayAskUpstreams
        _ = (SessionCookie.removing(from: headers), AcceptEncoding(headers[.acceptEncoding]).allowsGzip)
        _ = EventID(headers[.lastEventID] ?? "")
        readForms(body, headers[.contentType] ?? "")
        let path = request.path ?? ""
        guard let target = Target(publicURL.prefix.removed(from: path) ?? path) else { return }
        _ = (RouteMatch(target, catalog)?.route.methods, target.local)
        _ = (EventID(target["seen"] ?? ""), LocalPath(target["return"]))
        do {
            try target.allow(["limit"])
            _ = (try target.number("limit", in: 1...1000), try target.text("q", atMost: 200))
        } catch {}  // says what is wrong with the query
    }

    private func readForms(_ body: Data, _ type: String) {
        _ = (Form(encoded: String(decoding: body, as: UTF8.self)), Form(json: body))
        _ = MultipartForm(body, contentType: type)?.file
    }
}
