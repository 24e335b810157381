/// An account as GitHub describes it.
public struct Account: Sendable, Hashable, Decodable {
    /// Whose account it is.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// A person's or a bot's.
        case user
        /// An organization's.
        case organization
    }

    /// The login, with GitHub's own capitals.
    public let login: String
    /// Whose account it is.
    public let kind: Kind

    private enum CodingKeys: String, CodingKey { case login, type }

    /// Reads GitHub's form; any type but `Organization` is a user's.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        login = try container.decode(String.self, forKey: .login)
        kind = try container.decode(String.self, forKey: .type) == "Organization" ? .organization : .user
    }
}
