#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Scheme, host and port of an address (RFC 6454): whom one speaks with, and whom a token is for.
struct Origin: Hashable, Sendable {
    let scheme: String
    let host: String
    let port: Int

    /// Nil unless the address is one of `http` or `https` with a host and a port that exists.
    init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host()?.lowercased(), !host.isEmpty
        else { return nil }
        let port = url.port ?? (scheme == "https" ? 443 : 80)
        // NIO stops the program at a port that is none.
        guard (1...65_535).contains(port) else { return nil }
        self.scheme = scheme
        self.host = host
        self.port = port
    }
}
