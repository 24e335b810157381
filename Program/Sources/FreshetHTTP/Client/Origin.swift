import Platform

/// The scheme, host and port of an address (RFC 6454), which credentials are bound to.
struct Origin: Hashable, Sendable {
    let scheme: String
    let host: String
    let port: Int

    /// Nil unless the address has the scheme `http` or `https`, a host and a valid port.
    init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host()?.lowercased(), !host.isEmpty
        else { return nil }
        let port = url.port ?? (scheme == "https" ? 443 : 80)
        // NIO traps on an invalid port.
        guard (1...65_535).contains(port) else { return nil }
        self.scheme = scheme
        self.host = host
        self.port = port
    }
}

extension URL {
    /// True if credentials for this address may be sent to another one: to its origin, or the same host with encryption.
    package func sharesCredentials(with other: URL) -> Bool {
        guard let origin = Origin(self), let other = Origin(other) else { return false }
        return origin.sharesCredentials(with: other)
    }
}

extension Origin {
    /// True if the other origin is the same, or the same host with encryption.
    func sharesCredentials(with other: Origin) -> Bool { self == other || isUpgraded(by: other) }

    /// True if the other origin is the same host with encryption, both at their standard ports.
    func isUpgraded(by other: Origin) -> Bool {
        scheme == "http" && port == 80 && other.scheme == "https" && other.port == 443 && host == other.host
    }
}

extension URL {
    /// True if the host is this computer: `localhost`, `127.…` or `::1`.
    package var isOnLoopback: Bool { Origin(self)?.isLoopback ?? false }
}

extension Origin {
    /// True if the host is `localhost`, `127.…` or `::1`.
    var isLoopback: Bool {
        IPAddress.isLoopback(host: host)
    }
}
