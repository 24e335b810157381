public import FreshetHTTP

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The API of Hacker News: lists of numbers, and an item for each number.
///
/// Every stream is cold: a subscription asks once. Failures are ``HackerNewsError`` or `HTTPError`. There is no limit, no key and no
/// validator; to be polite is to ask only for items that are not known or have changed. Documentation: github.com/HackerNews/API.
public struct HackerNews: Sendable {
    let transport: any HTTPTransport
    let baseURL: URL

    // swift-format-ignore: NeverForceUnwrap
    /// The public service: `https://hacker-news.firebaseio.com/v0/`.
    public static let publicAPI = URL(string: "https://hacker-news.firebaseio.com/v0/")!  // cannot fail: a constant

    /// Asks through `transport`; `baseURL` may end in a slash or not.
    public init(transport: any HTTPTransport, baseURL: URL = HackerNews.publicAPI) {
        self.transport = transport
        self.baseURL = baseURL
    }

    /// A list that Hacker News keeps.
    public enum List: String, Sendable, Hashable, Codable, CaseIterable {
        /// The front page, jobs included; up to 500.
        case top
        /// The newest; up to 500.
        case new
        /// The best of the last days; about 200.
        case best
        /// Ask HN: questions, which point nowhere; up to 200.
        case ask
        /// Show HN: what people made; up to 200.
        case show
        /// Jobs at companies of Y Combinator; up to 200.
        case jobs

        var path: String { self == .jobs ? "jobstories.json" : "\(rawValue)stories.json" }
    }
}
