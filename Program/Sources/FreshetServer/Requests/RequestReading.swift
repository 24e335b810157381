import Feeds
import HTTPTypes
import Platform
import WebText

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

    /// Reads a request, and drops what it says.
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
