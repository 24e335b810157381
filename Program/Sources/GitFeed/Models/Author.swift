import Platform

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
