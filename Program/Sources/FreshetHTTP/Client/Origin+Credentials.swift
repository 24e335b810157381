import Platform

extension URL {
    /// Whether credentials for this address may be sent to another one: to its origin, or the same host with encryption.
    package func sharesCredentials(with other: URL) -> Bool {
        guard let origin = Origin(self), let other = Origin(other) else { return false }
        return origin.sharesCredentials(with: other)
    }
}

extension Origin {
    /// Whether the other origin is the same, or the same host with encryption.
    func sharesCredentials(with other: Origin) -> Bool { self == other || isUpgraded(by: other) }

    /// Whether the other origin is the same host with encryption, both at their standard ports.
    func isUpgraded(by other: Origin) -> Bool {
        scheme == "http" && port == 80 && other.scheme == "https" && other.port == 443 && host == other.host
    }
}
