import Platform
import WebText

/// The web pages that correspond to an API address.
struct GitHubPageURLs: Sendable {
    private let home: URL
    private let prefix: String

    /// `https://api.github.com` → `https://github.com`; `https://ghe.example/api/v3` (GitHub Enterprise Server) →
    /// `https://ghe.example`; `https://api.octo.ghe.com` (data residency) → `https://octo.ghe.com`.
    ///
    /// Any other address is treated as a mirror of github.com.
    init(of api: URL) {
        let scheme = api.scheme ?? "https"
        let port = api.port.map { ":\($0)" } ?? ""
        let path = api.path.split(separator: "/")
        let host = api.host ?? ""
        let text: String
        if path.suffix(2) == ["api", "v3"] {
            text = (["\(scheme)://\(host)\(port)"] + path.dropLast(2).map(String.init)).joined(separator: "/")
        } else if host.hasPrefix("api."), path.isEmpty {
            text = "\(scheme)://\(host.dropFirst(4))\(port)"
        } else {
            text = "https://github.com"
        }
        prefix = text
        home = URL(string: text) ?? api
    }

    /// The site of a page.
    init(ofPage page: URL) {
        let port = page.port.map { ":\($0)" } ?? ""
        prefix = "\(page.scheme ?? "https")://\(page.host ?? "github.com")\(port)"
        home = URL(string: prefix) ?? page
    }

    /// The page of an account; nil for bots, which have none.
    func page(of account: String) -> URL? {
        account.contains("[") ? nil : URL(string: prefix + "/" + account.percentEncoded)
    }

    /// A page of a repository; `path` is percent-encoded except for its slashes.
    func page(of repository: String, _ path: String = "", fragment: String? = nil) -> URL {
        var text = prefix + "/" + Self.encoded(repository)
        if !path.isEmpty { text += "/" + Self.encoded(path) }
        if let fragment { text += "#" + Self.encoded(fragment) }
        return URL(string: text) ?? home
    }

    /// The upstream's address of a page if browsers can open it, or else the one built here.
    func page(_ address: String?, else built: @autoclosure () -> URL) -> URL {
        guard let address, let url = URL(address: address), url.scheme == "https" || url.scheme == "http" else {
            return built()
        }
        return url
    }

    /// Branch names may contain any character; slashes stay as they are.
    private static func encoded(_ text: String) -> String { text.percentEncoded(keeping: "/") }
}
