import GitFeed

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// From where pictures may be fetched: only from where GitHub's own data may name them, so that nobody can make the server ask elsewhere.
struct AvatarSources: Sendable {
    private let api: URL

    /// Those of this API's GitHub.
    init(gitHub: URL?) { api = gitHub ?? GitHub.publicAPI }

    /// Whether the address is GitHub's, or stands where the API stands.
    func allow(_ url: URL) -> Bool {
        guard let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased(), !host.isEmpty,
            url.user() == nil, url.password() == nil
        else { return false }
        if scheme == api.scheme?.lowercased(), host == api.host()?.lowercased(), url.port == api.port { return true }
        guard scheme == "https", url.port == nil || url.port == 443 else { return false }
        return host == "github.com" || host.hasSuffix(".githubusercontent.com")
    }
}
