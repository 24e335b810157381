/// The hosts whose pages are GitHub's.
enum GitHubHost {
    /// Whether an address at that host, with or without a port, is GitHub's: `github.com`, its subdomains, and those of `ghe.com`.
    static func isOne(_ host: some StringProtocol) -> Bool {
        let name = host.prefix { $0 != ":" }.lowercased()
        return name == "github.com" || name.hasSuffix(".github.com") || name.hasSuffix(".ghe.com")
    }
}
