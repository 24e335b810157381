import WebText

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
    /// Whether both name the same account, ignoring case.
    package static func == (one: AccountName, other: AccountName) -> Bool {
        one.description.lowercased() == other.description.lowercased()
    }

    /// Hashes the login in lowercase.
    package func hash(into hasher: inout Hasher) { hasher.combine(description.lowercased()) }
}
