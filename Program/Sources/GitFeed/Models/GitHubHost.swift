/// GitHub's hosts.
enum GitHubHost {
    /// Whether accounts and repositories are at a host, with or without a port: `github.com`, or a subdomain of `ghe.com`.
    ///
    /// Other subdomains of `github.com` have other pages: snippets, documentation, and the former addresses of people's sites.
    static func isOne(_ host: some StringProtocol) -> Bool {
        let name = host.prefix { $0 != ":" }.lowercased()
        return ["github.com", "www.github.com", "api.github.com", "ssh.github.com"].contains(name)
            || name.hasSuffix(".ghe.com")
    }

    /// Whether the first part of a path names GitHub's own pages, not an account.
    static func isReserved(_ name: some StringProtocol) -> Bool { reserved.contains(name.lowercased()) }

    private static let reserved: Set<String> = [
        "about", "apps", "codespaces", "collections", "contact", "customer-stories", "dashboard", "enterprise",
        "events", "explore", "features", "issues", "login", "marketplace", "new", "notifications", "organizations",
        "orgs", "pricing", "pulls", "search", "security", "settings", "site", "sponsors", "stars", "topics",
        "trending", "users",
    ]
}
