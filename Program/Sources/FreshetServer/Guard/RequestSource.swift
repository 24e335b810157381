import HTTPTypes

/// Where a request comes from, as browsers report it.
///
/// Every browser sends `Sec-Fetch-Site` to TLS and loopback addresses; over plain HTTP, it may send only `Origin` or `Referer`.
/// Programs send none of these headers, and have no cookies of a reader.
enum RequestSource: Sendable, Hashable {
    /// A page of this server.
    case ownPage
    /// A program, or a browser that sends none of the headers.
    case program
    /// The browser's user: a typed address, a bookmark, a link in another program.
    case user
    /// A link or a script of another site that opens a page of this server.
    case foreignLink
    /// Another site: a picture, a frame, a script or a form. Another port of this host is another site too.
    case otherSite

    /// - Parameters:
    ///   - authority: the server as the request names it.
    ///   - publicURL: the server's address for readers behind a proxy.
    init(_ headers: HTTPFields, authority: String, publicURL: PublicURL?) {
        switch headers[.secFetchSite] {
        case "same-origin": self = .ownPage
        case "none": self = .user
        case nil:
            guard let origin = headers[.origin] ?? headers[.referer].map(Self.origin) else {
                self = .program
                return
            }
            if Self.isOwn(origin, authority: authority, publicURL: publicURL) {
                self = .ownPage
            } else {
                self = Self.opensPage(headers) ? .foreignLink : .otherSite
            }
        // On one host, pages of other ports are “same-site”. They aren't trusted.
        default: self = Self.opensPage(headers) ? .foreignLink : .otherSite
        }
    }

    /// Whether the request may change something.
    var maySend: Bool { self == .ownPage || self == .program || self == .user }

    /// Whether a response to the request may need an upstream.
    var mayAskUpstreams: Bool { maySend }

    /// Whether the request opens a page in a tab, which no other site can read.
    private static func opensPage(_ headers: HTTPFields) -> Bool {
        headers[.secFetchMode] == "navigate" && headers[.secFetchDest] == "document"
    }

    /// The origin of an address: what comes before its path.
    private static func origin(_ address: String) -> String {
        guard let scheme = address.firstRange(of: "://") else { return address }
        let end = address[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? address.endIndex
        return String(address[..<end])
    }

    private static func isOwn(_ origin: String, authority: String, publicURL: PublicURL?) -> Bool {
        if let publicURL {
            if origin.lowercased() == publicURL.origin { return true }
            // Anyone on the network can forge a page of the same name without TLS.
            if publicURL.isMeant(by: authority) { return false }
        }
        // The scheme isn't compared, because a proxy may terminate TLS.
        guard let scheme = origin.firstRange(of: "://") else { return false }
        return origin[scheme.upperBound...].lowercased() == authority.lowercased()
    }
}

extension HTTPField.Name {
    // Field names are tokens; these are.
    static let host = HTTPField.Name("Host").unsafelyUnwrapped
    static let forwardedProto = HTTPField.Name("X-Forwarded-Proto").unsafelyUnwrapped
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site").unsafelyUnwrapped
    static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode").unsafelyUnwrapped
    static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest").unsafelyUnwrapped
    static let lastEventID = HTTPField.Name("Last-Event-ID").unsafelyUnwrapped
    static let referrerPolicy = HTTPField.Name("Referrer-Policy").unsafelyUnwrapped
    static let permissionsPolicy = HTTPField.Name("Permissions-Policy").unsafelyUnwrapped
    static let openerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy").unsafelyUnwrapped
    static let resourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy").unsafelyUnwrapped
}
