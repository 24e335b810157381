import FreshetHTTP
import Platform
import WebText

/// The part of GitHub's REST API that reports public activity.
///
/// Every stream is cold: each subscription makes its own request. Errors are ``GitHubError`` if GitHub explains them, or else `HTTPError`; a
/// rate limit is always `HTTPError.rateLimited`. The API's documentation: docs.github.com/en/rest/activity/events and related pages.
package struct GitHub: Sendable {
    let transport: any HTTPTransport
    let baseURL: URL
    let site: GitHubPageURLs
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
        site = GitHubPageURLs(of: baseURL)
        self.token = token.flatMap(Token.init)
    }

    /// True if requests include a token.
    ///
    /// Without a token, GitHub allows 60 requests an hour per IP address, and counts 304s.
    package var hasToken: Bool { token != nil }
}

/// A token whose description doesn't reveal it.
struct Token: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let header: String

    /// Nil for a blank text.
    init?(_ text: String) {
        let text = text.trimmed
        guard !text.isEmpty else { return nil }
        header = "Bearer \(text)"
    }

    var description: String { "(a token)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension RequestPurpose {
    /// The first page of the events of a repository or an account.
    static let events = RequestPurpose(rawValue: "events")
    /// A later page.
    static let page = RequestPurpose(rawValue: "page")
    /// A search, which has a rate limit of its own.
    static let search = RequestPurpose(rawValue: "search")
    /// The list of all public repositories.
    static let repositories = RequestPurpose(rawValue: "repositories")
    /// A pull request, for its title.
    static let pullRequest = RequestPurpose(rawValue: "pulls")
    /// A repository.
    static let repository = RequestPurpose(rawValue: "repository")
    /// An account.
    static let account = RequestPurpose(rawValue: "account")
}
