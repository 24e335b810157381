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
        guard Self.isAuthority(authority) else { return false }
        let name = Self.name(authority)
        if names.contains(name) { return true }
        return IPAddress(name).map { allowsAddresses || $0.isLoopback } ?? false
    }

    /// Whether it is a name or an address with an optional port, and nothing else: a link that begins with it leads there.
    private static func isAuthority(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let isName: (UInt8) -> Bool = { $0 > 0x20 && !":@/[]?#\\".utf8.contains($0) }
        let isAddress: (UInt8) -> Bool = { $0 == UInt8(ascii: ":") || isName($0) }
        if bytes.count(where: { $0 == UInt8(ascii: ":") }) > 1, bytes.first != UInt8(ascii: "[") {
            return bytes.allSatisfy(isAddress)
        }
        var rest = bytes[...]
        if rest.first == UInt8(ascii: "[") {
            rest = rest.dropFirst().drop(while: isAddress)
            guard rest.popFirst() == UInt8(ascii: "]") else { return false }
        } else {
            rest = rest.drop(while: isName)
        }
        if rest.isEmpty { return !bytes.isEmpty }
        return rest.popFirst() == UInt8(ascii: ":") && rest.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
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
