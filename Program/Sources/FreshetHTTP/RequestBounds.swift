import Platform

/// Limits of a request: its size, and the addresses that it and its redirects may reach.
package struct RequestBounds: Sendable {
    /// The maximum size of the decompressed body in bytes; nil for the client's limit.
    package var body: Int?
    /// Addresses whose origins may be on this computer or a private network; nil stands for the request's own.
    ///
    /// List addresses that a person typed or configured, never addresses that an upstream sent.
    package var privateOrigins: [URL]?
    /// Whether redirects may lead to hosts that only a proxy can look up, so that they may be on a private network.
    ///
    /// For addresses that a person typed or configured, never for those that an upstream's document contains.
    package var reachesUnknownNetworks: Bool
    /// Whether the body of a successful response to a `POST` is read. Most say nothing, and are dropped.
    package var readsPostedReply = false
    /// Whether an address may be requested; redirects are checked too.
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
