import Platform

/// The purpose of a request, named after the upstream's API, such as `events`, `search` or `item`.
///
/// Each upstream defines its own. Requests are counted by purpose, never by path. Equality compares names only, not bounds and bodies.
package struct RequestPurpose: RawRepresentable, Hashable, Sendable {
    /// The name.
    package let rawValue: String
    /// The limits of a request with this purpose.
    package private(set) var bounds = RequestBounds()

    /// The body of a POST; nil for none.
    package private(set) var body: Data?

    /// A purpose with that name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A request without a name of its own.
    package static let other = RequestPurpose(rawValue: "other")

    /// Returns the purpose with these bounds.
    package func bounded(_ bounds: RequestBounds) -> RequestPurpose {
        var purpose = self
        purpose.bounds = bounds
        return purpose
    }

    /// Returns the purpose with a body to send.
    package func sending(_ body: Data) -> RequestPurpose {
        var purpose = self
        purpose.body = body
        return purpose
    }

    /// Compares the names.
    package static func == (first: RequestPurpose, second: RequestPurpose) -> Bool { first.rawValue == second.rawValue }

    /// Feeds `rawValue` alone, because the bounds don't count for equality.
    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// Limits of a request: its size, and the addresses that it and its redirects may reach.
package struct RequestBounds: Sendable {
    /// The maximum size of the decompressed body in bytes; nil for the client's limit.
    package var body: Int?
    /// Addresses whose origins may be on this computer or a private network; nil for the request's own.
    ///
    /// List addresses that a person typed or configured, never addresses that an upstream sent.
    package var privateOrigins: [URL]?
    /// True if redirects may lead to hosts that only a proxy can look up, so that they may be on a private network.
    ///
    /// For addresses that a person typed or configured, never for those that an upstream's document contains.
    package var reachesUnknownNetworks: Bool
    /// True if the body of a successful response to a `POST` is read. Most have no meaning and are dropped.
    package var readsPostedReply = false
    /// True if a ``RetryingTransport`` retries the request.
    package var isRetried = true
    /// Returns true for an address that may be requested; redirects are checked too.
    package var allows: @Sendable (URL) -> Bool

    /// Bounds for a request to an address that a person typed or configured, unless told otherwise.
    package init(
        body: Int? = nil, privateOrigins: [URL]? = nil, reachesUnknownNetworks: Bool = false,
        allows: @escaping @Sendable (URL) -> Bool = { _ in true }
    ) {
        self.body = body
        self.privateOrigins = privateOrigins
        self.reachesUnknownNetworks = reachesUnknownNetworks
        self.allows = allows
    }
}
