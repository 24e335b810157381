/// The host names that this server accepts, which prevents DNS rebinding.
struct HostRule: Sendable {
    private let names: Set<String>
    /// Whether any IP address is allowed. Unlike a name, an address can't be pointed at another machine.
    private let allowsAddresses: Bool

    /// The names of loopback, the name the server is bound to, and `allowed`.
    init(boundTo host: String, allowed: [String]) {
        let own = Self.isLoopback(host) || Self.isAddress(host) ? [] : [host]
        names = Set((["localhost"] + own + allowed).map(Self.name))
        allowsAddresses = !Self.isLoopback(host)
    }

    /// Whether the server answers requests with that `Host`.
    func allows(_ authority: String) -> Bool {
        let name = Self.name(authority)
        if names.contains(name) { return true }
        return Self.isAddress(name) && (allowsAddresses || Self.isLoopback(name))
    }

    /// Whether the host is loopback, which only this machine can reach.
    static func isLoopback(_ host: String) -> Bool {
        var name = name(host)[...]
        if name == "localhost" || name == "::1" { return true }
        // An IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2).
        if name.hasPrefix("::ffff:") { name = name.dropFirst(7) }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// The name in lowercase, without port, brackets and final dot.
    static func name(_ authority: String) -> String {
        var rest = authority.lowercased()[...]
        if rest.first == "[" {
            rest = rest.dropFirst().prefix { $0 != "]" }
            return String(rest)
        }
        if rest.count(where: { $0 == ":" }) == 1 { rest = rest.prefix { $0 != ":" } }
        if rest.last == "." { rest.removeLast() }
        return String(rest)
    }

    private static func isAddress(_ name: String) -> Bool {
        if name.contains(":") { return name.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." } }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
}
