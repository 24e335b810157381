/// A host with its port, as readers or URLs write it.
struct Host: Hashable {
    /// `host` in lowercase, or `host:port` unless the port is the scheme's default.
    let name: String

    /// Nil if the text isn't a URL with a host.
    init?(url: String) {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        let rest = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
        let authority = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
        if authority.isEmpty { return nil }
        let port = url[..<scheme.lowerBound].lowercased() == "http" ? ":80" : ":443"
        self.init(String(authority), defaultPorts: [port])
    }

    /// `HOST` or `HOST:PORT`.
    init(_ name: String) {
        self.init(name, defaultPorts: [":80", ":443"])
    }

    private init(_ name: String, defaultPorts: [String]) {
        let name = name.lowercased()
        self.name = defaultPorts.first(where: name.hasSuffix).map { String(name.dropLast($0.count)) } ?? name
    }
}
