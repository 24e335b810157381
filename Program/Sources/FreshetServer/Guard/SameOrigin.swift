import HTTPTypes

/// Whether a request that changes something comes from a page of this server.
enum SameOrigin {
    /// False where a browser says that the request comes from elsewhere.
    ///
    /// Browsers of today say where a request comes from in `Sec-Fetch-Site`, older ones in `Origin`; what says neither is no browser, and has
    /// no reader's cookies.
    /// - Parameters:
    ///   - authority: whom the request is for.
    ///   - publicURL: where readers elsewhere reach the server.
    static func holds(_ headers: HTTPFields, authority: String, publicURL: PublicURL?) -> Bool {
        if let site = headers[.secFetchSite] { return site == "same-origin" || site == "none" }
        guard let origin = headers[.origin] else { return true }
        if let publicURL {
            if origin.lowercased() == publicURL.origin { return true }
            // A page that came without TLS from the same name may be anybody's.
            if publicURL.isMeant(by: authority) { return false }
        }
        // A proxy may have spoken TLS to the browser: the scheme says nothing.
        guard let scheme = origin.firstRange(of: "://") else { return false }
        return origin[scheme.upperBound...].lowercased() == authority.lowercased()
    }
}

extension HTTPField.Name {
    // Field names are tokens; these are.
    static let host = HTTPField.Name("Host").unsafelyUnwrapped
    static let forwardedProto = HTTPField.Name("X-Forwarded-Proto").unsafelyUnwrapped
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site").unsafelyUnwrapped
    static let lastEventID = HTTPField.Name("Last-Event-ID").unsafelyUnwrapped
    static let referrerPolicy = HTTPField.Name("Referrer-Policy").unsafelyUnwrapped
    static let permissionsPolicy = HTTPField.Name("Permissions-Policy").unsafelyUnwrapped
    static let openerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy").unsafelyUnwrapped
    static let resourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy").unsafelyUnwrapped
}
