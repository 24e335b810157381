import WebText

/// The full name of a repository on GitHub: `owner/name`.
///
/// Comparison ignores case, as on GitHub. Encoded as one string.
package struct RepositoryName: Sendable, LosslessStringConvertible {
    /// The owner's login.
    package let owner: String
    /// The name within the account.
    package let name: String

    /// Reads `owner/name`, or the address of the repository or a page in it. `.git` and a trailing slash are ignored.
    ///
    /// Nil for anything else, including addresses of other sites and of feeds, which are web feeds; see
    /// ``GitHubError/invalidRepositoryName(_:)``. An owner has up to 39 letters, digits, hyphens and underscores (in managed accounts), a name up
    /// to 100 letters, digits, hyphens, underscores and dots.
    package init?(_ text: String) {
        guard let (path, isAddress) = Self.path(in: text) else { return nil }
        var parts = path.split(separator: "/", omittingEmptySubsequences: false)
        if parts.last == "" { parts.removeLast() }
        guard parts.count == 2 || (isAddress && parts.count > 2) else { return nil }
        if isAddress, Self.isFeed(parts) { return nil }
        let owner = parts[0]
        let name = parts[1].hasSuffix(".git") ? parts[1].dropLast(4) : parts[1]
        guard Self.isOwner(owner), Self.isName(name), !(isAddress && GitHubHost.isReserved(owner)) else { return nil }
        self.owner = String(owner)
        self.name = String(name)
    }

    /// The parts of an address that follow the repository's name, such as `issues` and `12`; empty for anything else.
    package static func page(in text: String) -> [String] {
        guard let (path, isAddress) = path(in: text), isAddress else { return [] }
        return path.split(separator: "/").dropFirst(2).map(String.init)
    }

    /// `owner/name`.
    package var description: String { owner + "/" + name }

    /// The part that names the repository. An address may have more parts. Nil for another site's address.
    private static func path(in text: String) -> (Substring, isAddress: Bool)? {
        let text = text.trimmed[...]
        for scheme in ["https://", "http://", "ssh://git@"] where text.lowercased().hasPrefix(scheme) {
            return page(at: text.dropFirst(scheme.count))
        }
        if text.hasPrefix("git@"), let colon = text.firstIndex(of: ":") {
            return GitHubHost.isOne(text[..<colon].dropFirst(4)) ? (text[colon...].dropFirst(), true) : nil
        }
        // An address without a scheme: owners' names contain no dots.
        if let slash = text.firstIndex(of: "/"), text[..<slash].contains(".") { return page(at: text) }
        return (text, false)
    }

    private static func page(at address: Substring) -> (Substring, isAddress: Bool)? {
        let host = address.prefix { $0 != "/" }
        guard GitHubHost.isOne(host) else { return nil }
        let path = address.dropFirst(host.count).prefix { $0 != "?" && $0 != "#" }.dropFirst()
        return (host.hasPrefix("api.") ? path.trimmingPrefix("repos/") : path, true)
    }

    /// True if the path names a feed, such as `releases.atom`, and not a page that shows a file.
    private static func isFeed(_ parts: [Substring]) -> Bool {
        parts.last?.namesFeedDocument == true && !["blob", "tree"].contains(parts.dropFirst(2).first)
    }

    private static func isOwner(_ text: Substring) -> Bool {
        (1...39).contains(text.utf8.count) && text.first != "-" && text.utf8.allSatisfy { $0.isNameCharacter }
    }

    private static func isName(_ text: Substring) -> Bool {
        (1...100).contains(text.utf8.count) && text != "." && text != ".."
            && text.utf8.allSatisfy { $0.isNameCharacter || $0 == UInt8(ascii: ".") }
    }
}

extension RepositoryName: Hashable {
    /// True if both name the same repository, ignoring case.
    package static func == (one: RepositoryName, other: RepositoryName) -> Bool {
        one.description.lowercased() == other.description.lowercased()
    }

    /// Hashes the name in lowercase.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(description.lowercased())
    }
}

extension RepositoryName: Codable {
    /// Reads `owner/name`.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let name = RepositoryName(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(text) isn't a repository name such as octocat/hello")
        }
        self = name
    }

    /// Writes `owner/name`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension UInt8 {
    fileprivate var isNameCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// GitHub's hosts.
enum GitHubHost {
    /// True for a host of accounts and repositories, with or without a port: `github.com`, or a subdomain of `ghe.com`.
    ///
    /// Other subdomains of `github.com` have other pages: snippets, documentation, and the former addresses of people's sites.
    static func isOne(_ host: some StringProtocol) -> Bool {
        let name = host.prefix { $0 != ":" }.lowercased()
        return ["github.com", "www.github.com", "api.github.com", "ssh.github.com"].contains(name)
            || name.hasSuffix(".ghe.com")
    }

    /// True if the first part of a path names GitHub's own pages, not an account.
    static func isReserved(_ name: some StringProtocol) -> Bool { reserved.contains(name.lowercased()) }

    private static let reserved: Set<String> = [
        "about", "apps", "codespaces", "collections", "contact", "customer-stories", "dashboard", "enterprise",
        "events", "explore", "features", "issues", "login", "marketplace", "new", "notifications", "organizations",
        "orgs", "pricing", "pulls", "search", "security", "settings", "site", "sponsors", "stars", "topics",
        "trending", "users",
    ]
}
