import Platform

/// The host names that this server accepts, which prevents DNS rebinding.
struct HostRule: Sendable {
    private let names: Set<String>
    /// Whether any IP address is allowed. Unlike a name, an address can't be pointed at another machine.
    private let allowsAddresses: Bool

    /// The names of loopback, the name the server is bound to, and `allowed`.
    init(boundTo host: String, allowed: [String]) {
        let own = IPAddress.isLoopback(host: host) || IPAddress(host) != nil ? [] : [host]
        names = Set((["localhost"] + own + allowed).map(Self.name))
        allowsAddresses = !IPAddress.isLoopback(host: host)
    }

    /// Whether the server answers requests with that `Host`.
    func allows(_ authority: String) -> Bool {
        let name = Self.name(authority)
        if names.contains(name) { return true }
        return IPAddress(name).map { allowsAddresses || $0.isLoopback } ?? false
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
}
