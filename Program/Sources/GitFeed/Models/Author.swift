#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An account as it is shown beside what it did or owns.
public struct Author: Sendable, Hashable, Codable {
    /// The login; a bot's ends in `[bot]`.
    public let name: String
    /// The picture in its full size, 400 pixels or more; see ``avatarURL(size:)``.
    ///
    /// Not on the API's host, under no API limit.
    public let avatarURL: URL?

    /// Describes an account.
    public init(name: String, avatarURL: URL?) {
        self.name = name
        self.avatarURL = avatarURL
    }

    /// The picture with sides of `size` pixels.
    public func avatarURL(size: Int) -> URL? {
        guard let avatarURL, var parts = URLComponents(url: avatarURL, resolvingAgainstBaseURL: true) else {
            return nil
        }
        // The addresses in events end in a bare `?`, which is an empty query.
        let rest = (parts.percentEncodedQuery ?? "").split(separator: "&").filter { !$0.hasPrefix("s=") }
        parts.percentEncodedQuery = (rest + ["s=\(size)"]).joined(separator: "&")
        return parts.url
    }

    private enum CodingKeys: String, CodingKey {
        case name, avatarURL
    }
}
