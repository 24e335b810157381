#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The proxies that requests go through, as the environment names them.
///
/// `HTTPS_PROXY` is for https, `HTTP_PROXY` for http, and `NO_PROXY` lists what is asked directly: hosts, domains and `*`; the names in small
/// letters too, and these first. What runs on this machine (`localhost`, `127.…`, `::1`) is always asked directly. A proxy is spoken to in plain
/// HTTP and asked for a connection (`CONNECT`), for http too; one of another kind, such as SOCKS, is not used.
public struct Proxies: Sendable, Hashable {
    struct Server: Sendable, Hashable {
        let host: String
        let port: Int
        let user: String?
        let password: String
    }

    private let http: Server?
    private let https: Server?
    private let direct: [String]

    /// None.
    public static let none = Proxies(environment: [:])

    /// Those of the process's environment.
    public static var environment: Proxies { Proxies(environment: ProcessInfo.processInfo.environment) }

    /// Those that these variables name.
    public init(environment: [String: String]) {
        func value(_ name: String) -> String? { environment[name] ?? environment[name.uppercased()] }
        // A web server hands on a request's Proxy header by that name (httpoxy).
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

    /// `example.com` and `.example.com` stand for the host and what is below it; a port may follow.
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
