/// GitHub's hosts.
enum GitHubHost {
    /// Whether a host, with or without a port, is GitHub's: `github.com`, `ghe.com` or a subdomain of them.
    static func isOne(_ host: some StringProtocol) -> Bool {
        let name = host.prefix { $0 != ":" }.lowercased()
        return name == "github.com" || name.hasSuffix(".github.com") || name.hasSuffix(".ghe.com")
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
