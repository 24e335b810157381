public import Platform

/// An account that acted or owns a repository.
public struct Author: Sendable, Hashable, Codable {
    /// The login, which ends in `[bot]` for bots.
    public let name: String
    /// The picture in full size, 400 pixels or more; see ``avatarURL(size:)``.
    ///
    /// It isn't on the API's host and doesn't count against the rate limit.
    public let avatarURL: URL?

    /// Creates an author.
    public init(name: String, avatarURL: URL?) {
        self.name = name
        self.avatarURL = avatarURL
    }

    /// The picture at `size` × `size` pixels.
    public func avatarURL(size: Int) -> URL? {
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
