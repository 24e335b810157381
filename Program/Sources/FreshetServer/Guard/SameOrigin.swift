import HTTPTypes

/// Whether a request that changes something comes from a page of this server.
enum SameOrigin {
    /// Whether no browser says that the request comes from another site.
    ///
    /// Browsers send `Sec-Fetch-Site`, or at least `Origin`. Other programs send neither, and have no reader's cookies.
    /// - Parameters:
    ///   - authority: the server as the request names it.
    ///   - publicURL: the server's address for readers behind a proxy.
    static func holds(_ headers: HTTPFields, authority: String, publicURL: PublicURL?) -> Bool {
        if let site = headers[.secFetchSite] { return site == "same-origin" || site == "none" }
        guard let origin = headers[.origin] else { return true }
        if let publicURL {
            if origin.lowercased() == publicURL.origin { return true }
            // Anyone on the network can forge a page of the same name without TLS.
            if publicURL.isMeant(by: authority) { return false }
        }
        // The scheme says nothing: a proxy may terminate TLS.
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
