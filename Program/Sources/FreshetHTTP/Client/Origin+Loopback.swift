import Platform

extension URL {
    /// Whether the host is this computer: `localhost`, `127.…` or `::1`.
    package var isOnLoopback: Bool { Origin(self)?.isLoopback ?? false }
}

extension Origin {
    /// Whether the host is `localhost`, `127.…` or `::1`.
    var isLoopback: Bool {
        IPAddress.isLoopback(host: host)
    }
}
