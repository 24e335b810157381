public import FreshetHTTP

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// GitHub's REST API, as far as it tells what happens in public repositories.
///
/// Every stream is cold: a subscription asks once. Failures are ``GitHubError`` where GitHub's answer says what is wrong, else `HTTPError`; a
/// rate limit is always `HTTPError.rateLimited`. Facts about the API: docs.github.com/en/rest/activity/events and its neighbours.
public struct GitHub: Sendable {
    let transport: any HTTPTransport
    let baseURL: URL
    let site: Website
    let token: Token?

    // swift-format-ignore: NeverForceUnwrap
    /// The public service: `https://api.github.com`.
    public static let publicAPI = URL(string: "https://api.github.com")!  // cannot fail: a constant

    /// Asks through `transport`.
    ///
    /// - Parameters:
    ///   - baseURL: where the API stands; for GitHub Enterprise Server it ends in `/api/v3`.
    ///   - token: is sent to `baseURL`'s host only and never shown; needs no scopes for public data. Blank ones count as none.
    public init(transport: any HTTPTransport, baseURL: URL = GitHub.publicAPI, token: String? = nil) {
        self.transport = transport
        self.baseURL = baseURL
        site = Website(of: baseURL)
        self.token = token.flatMap(Token.init)
    }

    /// Whether requests carry a token.
    ///
    /// Without one GitHub answers 60 requests an hour, all that share an address together, and counts 304s.
    public var hasToken: Bool { token != nil }
}
