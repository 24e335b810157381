import FreshetHTTP
import Platform

/// The part of GitHub's REST API that reports public activity.
///
/// Every stream is cold: each subscription makes its own request. Errors are ``GitHubError`` if GitHub explains them, or else `HTTPError`; a
/// rate limit is always `HTTPError.rateLimited`. The API's documentation: docs.github.com/en/rest/activity/events and related pages.
package struct GitHub: Sendable {
    let transport: any HTTPTransport
    let baseURL: URL
    let site: Website
    let token: Token?

    // swift-format-ignore: NeverForceUnwrap
    /// The public service: `https://api.github.com`.
    package static let publicAPI = URL(string: "https://api.github.com")!  // cannot fail: a constant

    /// Makes requests with `transport`.
    ///
    /// - Parameters:
    ///   - baseURL: the API's address; for GitHub Enterprise Server it ends in `/api/v3`.
    ///   - token: sent only to `baseURL`'s host and never shown. Public data needs no scopes. A blank token is ignored.
    package init(transport: any HTTPTransport, baseURL: URL = GitHub.publicAPI, token: String? = nil) {
        self.transport = transport
        self.baseURL = baseURL
        site = Website(of: baseURL)
        self.token = token.flatMap(Token.init)
    }

    /// Whether requests carry a token.
    ///
    /// Without a token, GitHub allows 60 requests an hour per IP address, and counts 304s.
    package var hasToken: Bool { token != nil }
}
