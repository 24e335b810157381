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
