import Feeds
import Freshet
import FreshetHTTP
import HTTPTypes
import WebText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RequestPurpose {
    /// The feed, or the page that names it.
    static let feed = RequestPurpose(rawValue: "feed")
    /// The feed that a page named.
    static let namedFeed = RequestPurpose(rawValue: "namedFeed")
}

/// Fetches what is at an address: a feed, or a page that names feeds.
struct SiteRequest: Sendable {
    /// What a refresh learned.
    struct Answer: Sendable {
        /// The feed; nil where it hasn't changed.
        var feed: WebFeed?
        /// Where it came from.
        var url: URL
        /// Where redirects that hold for good led.
        var movedTo: URL?
        /// Whether the address has a page that names the feed.
        var wasNamedByPage = false
    }

    /// What is at an address.
    enum Found: Sendable {
        case feed(WebFeed)
        /// At least one.
        case links([FeedLinks.Link])
    }

    private let transport: any HTTPTransport
    /// The address that a person gave. Others may be on this computer or a private network only if they have its origin.
    private let given: URL

    init(_ transport: any HTTPTransport, given: URL) {
        self.transport = transport
        self.given = given
    }

    /// The feed at the address, or the first one that the page there names.
    func feed(at url: URL) -> Single<Answer> {
        reply(url, .feed).flatMap { reply in
            if reply.status == .notModified {
                return .just(Answer(feed: nil, url: reply.url, movedTo: reply.movedTo))
            }
            switch try Self.found(in: reply) {
            case .feed(let feed): return .just(Answer(feed: feed, url: reply.url, movedTo: reply.movedTo))
            case .links(let links):
                return self.reply(links[0].url, .namedFeed).map { named in
                    guard case .feed(let feed) = try Self.found(in: named) else { throw Self.noFeed(links[0].url) }
                    return Answer(feed: feed, url: named.url, wasNamedByPage: true)
                }
            }
        }
    }

    /// What is at the address.
    func found(at url: URL) -> Single<Found> { reply(url, .feed).map { try Self.found(in: $0) } }

    private func reply(_ url: URL, _ purpose: RequestPurpose) -> Single<HTTPReply> {
        let accept =
            "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, "
            + "text/html;q=0.8, */*;q=0.5"
        let bounds = RequestBounds(body: WebFeed.maximumSize, privateOrigins: [given])
        return transport.response(
            for: HTTPRequest(get: url, headers: [.accept: accept]), purpose: purpose.bounded(bounds))
    }

    private static func found(in reply: HTTPReply) throws -> Found {
        let charset = reply.headers[.contentType].flatMap(Self.charset)
        do {
            return .feed(try WebFeed(parsing: reply.body, charset: charset, address: reply.url))
        } catch {
            let links = FeedLinks(inPage: reply.body, charset: charset, address: reply.url).links
            guard links.isEmpty else { return .links(links) }
            guard error == .webPage else {
                throw FeedError(kind: "noFeed", message: error.description, remedy: .changeRequest)
            }
            throw noFeed(reply.url)
        }
    }

    private static func noFeed(_ url: URL) -> FeedError {
        FeedError(
            kind: "noFeed", message: "\(url.absoluteString) is no feed and names none", remedy: .changeRequest)
    }

    /// The `charset` of a `Content-Type`.
    private static func charset(_ contentType: String) -> String? {
        for parameter in contentType.split(separator: ";").dropFirst() {
            let sides = parameter.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            if sides.count == 2, sides[0].lowercased() == "charset" {
                return sides[1].trimmingPrefix("\"").split(separator: "\"").first.map(String.init)
            }
        }
        return nil
    }
}
