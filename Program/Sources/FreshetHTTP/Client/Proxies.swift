import Platform

/// The proxies that the environment configures.
///
/// `HTTPS_PROXY` applies to https, `HTTP_PROXY` to http, and `NO_PROXY` lists exceptions: hosts, domains and `*`. Lowercase names take
/// precedence. Addresses of this computer (`localhost`, `127.…`, `::1`) never use a proxy. Requests are tunneled with `CONNECT` over plain
/// HTTP, also for http. Other kinds of proxy, such as SOCKS, are ignored.
package struct Proxies: Sendable, Hashable {
    struct Server: Sendable, Hashable {
        let host: String
        let port: Int
        let user: String?
        let password: String
    }

    private let http: Server?
    private let https: Server?
    private let direct: [String]

    /// No proxies.
    package static let none = Proxies(environment: [:])

    /// The proxies in the process's environment.
    package static var environment: Proxies { Proxies(environment: ProcessInfo.processInfo.environment) }

    /// The proxies in these variables.
    package init(environment: [String: String]) {
        func value(_ name: String) -> String? { environment[name] ?? environment[name.uppercased()] }
        // CGI sets this variable from a request's Proxy header (httpoxy).
        http = (environment["REQUEST_METHOD"] == nil ? value("http_proxy") : environment["http_proxy"]).flatMap(
            Self.server)
        https = value("https_proxy").flatMap(Self.server)
        direct = (value("no_proxy") ?? "").split { $0 == "," || $0 == " " }.map { $0.lowercased() }
    }

    func server(for url: URL) -> Server? {
        guard let origin = Origin(url), let server = origin.scheme == "https" ? https : http else { return nil }
        let isLocal = origin.isLoopback || origin.host.hasSuffix(".localhost")
        return isLocal || direct.contains { Self.matches($0, origin.host, origin.port) } ? nil : server
    }

    /// `example.com` and `.example.com` match the host and its subdomains; a port may follow.
    private static func matches(_ rule: String, _ host: String, _ port: Int) -> Bool {
        if rule == "*" { return true }
        var name = rule[...]
        if let colon = rule.lastIndex(of: ":"), let only = Int(rule[rule.index(after: colon)...]), rule.first != ":" {
            guard only == port else { return false }
            name = rule[..<colon]
        }
        while let first = name.first, first == "*" || first == "." { name = name.dropFirst() }
        return !name.isEmpty && (host == name || host.hasSuffix("." + name))
    }

    private static func server(_ text: String) -> Server? {
        guard !text.isEmpty, let url = URL(string: text.contains("://") ? text : "http://" + text),
            url.scheme?.lowercased() == "http", let host = url.host(), !host.isEmpty
        else { return nil }
        return Server(
            host: host, port: url.port ?? 80, user: url.user(percentEncoded: false),
            password: url.password(percentEncoded: false) ?? "")
    }
}
