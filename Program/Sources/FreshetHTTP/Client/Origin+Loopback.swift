public import Platform

extension URL {
    /// Whether the host is this computer: `localhost`, `127.…` or `::1`.
    public var isOnLoopback: Bool { Origin(self)?.isLoopback ?? false }
}

extension Origin {
    /// Whether the host is `localhost`, `127.…` or `::1`.
    var isLoopback: Bool {
        if ["localhost", "::1", "[::1]"].contains(host) { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count <= 4 && numbers.first == "127" && numbers.allSatisfy { UInt32($0) != nil }
    }
}
