import Platform
import WebText

/// An account on GitHub.
package struct GitHubAccount: Sendable, Hashable, Decodable {
    /// A kind of account.
    package enum Kind: String, Sendable, Hashable, Codable {
        /// A person or a bot.
        case user
        /// An organization.
        case organization
    }

    /// The login, in GitHub's case.
    package let login: String
    /// The kind of account.
    package let kind: Kind

    private enum CodingKeys: String, CodingKey { case login, type }

    /// Decodes the API's form. Any type other than `Organization` is a user.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        login = try container.decode(String.self, forKey: .login)
        kind = try container.decode(String.self, forKey: .type) == "Organization" ? .organization : .user
    }
}

/// The login of a user or an organization.
///
/// Comparison ignores case, as on GitHub.
package struct AccountName: Sendable, LosslessStringConvertible {
    /// The login.
    package let description: String

    /// Reads a login, `@login`, or the address of the account's page; nil for anything else.
    package init?(_ text: String) {
        let text = text.trimmed[...]
        let name = text.hasPrefix("@") ? text.dropFirst() : text
        guard (1...39).contains(name.utf8.count), name.first != "-",
            name.unicodeScalars.allSatisfy({
                $0.isASCII && (Character($0).isLetter || Character($0).isNumber || $0 == "-" || $0 == "_")
            })
        else { return nil }
        description = String(name)
    }

    /// Reads the address of the account's page, with or without its scheme; nil for anything else.
    ///
    /// Below `/orgs/` and `/users/`, it may be the address of any page of the account.
    init?(page address: String) {
        var rest = address.trimmed[...]
        for scheme in ["https://", "http://"] where rest.lowercased().hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count)
        }
        let host = rest.prefix { $0 != "/" }
        guard GitHubHost.isOne(host), rest.count > host.count, !rest.namesFeedDocument else { return nil }
        let parts = rest.dropFirst(host.count).prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
        let isPrefixed = parts.first == "orgs" || parts.first == "users"
        let names = isPrefixed ? parts.dropFirst() : parts[...]
        guard let name = names.first, isPrefixed || names.count == 1 && !GitHubHost.isReserved(name) else {
            return nil
        }
        self.init(String(name))
    }
}

extension AccountName: Hashable {
    /// True if both name the same account, ignoring case.
    package static func == (one: AccountName, other: AccountName) -> Bool {
        one.description.lowercased() == other.description.lowercased()
    }

    /// Hashes the login in lowercase.
    package func hash(into hasher: inout Hasher) { hasher.combine(description.lowercased()) }
}

/// An account that acted or owns a repository.
package struct Author: Sendable, Hashable, Codable {
    /// The login, which ends in `[bot]` for bots.
    package let name: String
    /// The picture in full size, 400 pixels or more; see ``avatarURL(size:)``.
    ///
    /// It isn't on the API's host and doesn't count against the rate limit.
    package let avatarURL: URL?

    /// Creates an author.
    package init(name: String, avatarURL: URL?) {
        self.name = name
        self.avatarURL = avatarURL
    }

    /// The picture at `size` × `size` pixels.
    package func avatarURL(size: Int) -> URL? {
        guard let avatarURL, var parts = URLComponents(url: avatarURL, resolvingAgainstBaseURL: true) else {
            return nil
        }
        // Addresses in events end in `?`, an empty query.
        let rest = (parts.percentEncodedQuery ?? "").split(separator: "&").filter { !$0.hasPrefix("s=") }
        parts.percentEncodedQuery = (rest + ["s=\(size)"]).joined(separator: "&")
        return parts.url
    }

    private enum CodingKeys: String, CodingKey {
        case name, avatarURL
    }
}
