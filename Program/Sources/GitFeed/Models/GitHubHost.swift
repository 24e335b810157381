/// GitHub's hosts.
enum GitHubHost {
    /// Whether a host, with or without a port, is GitHub's: `github.com`, `ghe.com` or a subdomain of them.
    static func isOne(_ host: some StringProtocol) -> Bool {
        let name = host.prefix { $0 != ":" }.lowercased()
        return name == "github.com" || name.hasSuffix(".github.com") || name.hasSuffix(".ghe.com")
    }
}
