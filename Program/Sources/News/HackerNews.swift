import FreshetHTTP
import Platform

/// The API of Hacker News: lists of item numbers, and an item for each number.
///
/// Every stream is cold: each subscription makes its own requests. Errors are ``HackerNewsError`` or `HTTPError`. The API has no limit, no key
/// and no validators; being polite means requesting only unknown and changed items. Documentation: github.com/HackerNews/API.
package struct HackerNews: Sendable {
    let transport: any HTTPTransport
    let baseURL: URL

    // swift-format-ignore: NeverForceUnwrap
    /// The public service: `https://hacker-news.firebaseio.com/v0/`.
    package static let publicAPI = URL(string: "https://hacker-news.firebaseio.com/v0/")!  // cannot fail: a constant

    /// Makes requests with `transport`. A slash at the end of `baseURL` is optional.
    package init(transport: any HTTPTransport, baseURL: URL = HackerNews.publicAPI) {
        self.transport = transport
        self.baseURL = baseURL
    }

    /// A list of Hacker News.
    package enum List: String, Sendable, Hashable, Codable, CaseIterable {
        /// The front page, including jobs; up to 500.
        case top
        /// The newest stories; up to 500.
        case new
        /// The best stories of the last days; about 200.
        case best
        /// Ask HN: questions without a link; up to 200.
        case ask
        /// Show HN: readers' own projects; up to 200.
        case show
        /// Jobs at companies of Y Combinator; up to 200.
        case jobs

        var path: String { self == .jobs ? "jobstories.json" : "\(rawValue)stories.json" }
    }
}
