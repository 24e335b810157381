/// The server's address for readers behind a proxy: a scheme, a host, and perhaps a port and a path.
struct PublicURL: Sendable, Hashable {
    /// The reason why a text isn't a public address.
    enum Flaw: Error, Sendable, Hashable {
        case scheme, host, port, user, query(String), path(String)
    }

    /// `https` or `http`.
    let scheme: String
    /// In lowercase; an IPv6 address is in brackets.
    let host: String
    /// Nil for the scheme's default port.
    let port: Int?
    /// The path below which the server's addresses are.
    let prefix: PathPrefix

    /// `https://feeds.example.org` or `https://example.org/freshet`: what addresses of the server begin with.
    var address: String { origin + prefix.text }

    /// As browsers send it in `Origin`: `https://feeds.example.org`.
    var origin: String { scheme + "://" + host + (port.map { ":\($0)" } ?? "") }

    var isSecure: Bool { scheme == "https" }

    /// Reads `https://feeds.example.org` or `https://example.org/freshet`; a slash at the end is allowed.
    init(_ text: String) throws(Flaw) {
        let lower = text.lowercased()
        guard let scheme = ["https", "http"].first(where: { lower.hasPrefix($0 + "://") }) else { throw .scheme }
        let rest = text.dropFirst(scheme.count + 3)
        let authority = rest.prefix { !"/?#".contains($0) }
        let path = rest.dropFirst(authority.count)
        guard !authority.contains("@") else { throw .user }
        let query = path.drop { !"?#".contains($0) }
        guard query.isEmpty else { throw .query(String(query)) }
        guard let prefix = PathPrefix(String(path)) else { throw .path(String(path)) }
        self.prefix = prefix
        let (host, port) = Self.parts(authority.lowercased())
        guard Self.isHost(host) else { throw .host }
        guard let port else { throw .port }
        self.scheme = scheme
        self.host = host
        self.port = [nil, scheme == "https" ? 443 : 80].contains(port.number) ? nil : port.number
    }

    /// True if a request with that `Host` was for this address. Proxies may drop the port.
    func isMeant(by authority: String) -> Bool { HostRule.name(authority) == HostRule.name(host) }

    private struct Port {
        var number: Int?
    }

    /// The host, and the port if it is valid.
    private static func parts(_ authority: String) -> (host: String, port: Port?) {
        let end = authority.lastIndex(of: ":") ?? authority.endIndex
        if end == authority.endIndex || authority[end...].contains("]") { return (authority, Port()) }
        let digits = authority[authority.index(after: end)...]
        let number = digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(digits) : nil
        return (String(authority[..<end]), number.flatMap { (1...65_535).contains($0) ? Port(number: $0) : nil })
    }

    private static func isHost(_ host: String) -> Bool {
        if host.first == "[" {
            return host.last == "]" && host.count > 3
                && host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != "-"
                && label.utf8.allSatisfy {
                    switch $0 {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                        UInt8(ascii: "-"), UInt8(ascii: "_"):
                        true
                    default: false
                    }
                }
        }
    }
}

extension PublicURL.Flaw: CustomStringConvertible {
    /// The problem, and a correct example.
    var description: String {
        switch self {
        case .scheme: "start with https:// or http://, as in https://feeds.example.org"
        case .host:
            "name a host after ://, as in https://feeds.example.org (write letters other than a to z as xn--…)"
        case .port: "use a port from 1 to 65535, as in https://feeds.example.org:8443"
        case .user: "remove the name before @; readers sign in with FRESHET_TOKEN"
        case .query(let query): "remove “\(query)”; addresses of the server begin with the public address"
        case .path(let path):
            "use only letters, digits and -._~ between the slashes of “\(path)”, as in https://example.org/freshet"
        }
    }
}
