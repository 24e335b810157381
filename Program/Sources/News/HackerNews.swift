import Feeds
import Freshet
import FreshetHTTP
import HTTPTypes
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

extension HackerNews {
    /// Requests an endpoint and decodes the response.
    func reply<Reply: Decodable & Sendable>(
        _ path: String, as type: Reply.Type, _ purpose: RequestPurpose
    ) -> Single<Reply> {
        .deferred {
            let request = HTTPRequest(get: try baseURL.endpoint(path), headers: [.accept: "application/json"])
            return transport.response(for: request, purpose: purpose).map { try $0.decoded(as: type) }
        }
    }
}

extension RequestPurpose {
    /// A list of numbers.
    static let list = RequestPurpose(rawValue: "list")
    /// A story, job or comment.
    static let item = RequestPurpose(rawValue: "item")
    /// The changes of the last minutes.
    static let updates = RequestPurpose(rawValue: "updates")
    /// The story of a thread of comments.
    static let thread = RequestPurpose(rawValue: "thread")
}

/// An error of Hacker News beyond `HTTPError`.
package enum HackerNewsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The list doesn't exist: the server answers `null` with status 200.
    case noSuchList(HackerNews.List)
    /// The number is a comment's, or doesn't exist.
    case noSuchStory(Int)
    /// The limit is less than 1.
    case invalidLimit(Int)

    /// The problem and its remedy.
    package var description: String {
        switch self {
        case .noSuchList(let list):
            "Hacker News has no list of \(list.rawValue) stories. Check that the base address ends in /v0."
        case .noSuchStory(let id): "Hacker News has no story number \(id)."
        case .invalidLimit(let limit):
            "\(limit) stories aren't available. Choose 1 to 500."
        }
    }
}

extension HackerNewsError: FeedFailure {
    /// The error's meaning for a feed.
    package var feedError: FeedError {
        if case .noSuchStory = self {
            FeedError(kind: "notFound", message: description)
        } else {
            FeedError(kind: "wrongQuestion", message: description)
        }
    }
}
