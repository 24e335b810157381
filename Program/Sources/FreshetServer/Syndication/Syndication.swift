import WebText
import Feeds
import News

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A feed in the forms that feed readers subscribe to.
struct Syndication: Sendable {
    /// Where the feed stands, for the links in it.
    struct Location: Sendable, Hashable {
        /// The server as the reader names it, without a slash at its end: `http://127.0.0.1:8080`.
        let origin: String
        /// The page's path, percent-encoded: `/planet/wildfires`.
        let path: String
        /// The query without its question mark: `days=30`; empty for none.
        let query: String

        /// The page's address, or with an extension that of another form of it.
        func address(_ pathExtension: String = "") -> String {
            origin + path + pathExtension + (query.isEmpty ? "" : "?" + query)
        }
    }

    let location: Location
    /// Names the feed, wherever the server moves.
    let id: String
    let title: String
    /// Whom all of it is from.
    let publisher: String
    let entries: [Entry]
    /// When the feed was last brought up to date, or its newest entry happened.
    let updated: Date
    /// Stands for the date of entries that have none.
    let fetched: Date

    init(_ feed: FeedAddress, _ state: LiveState, at location: Location) {
        self.location = location
        id = Fingerprint(of: "feed " + feed.parts.joined(separator: "/").lowercased()).urn
        publisher = Self.publisher(of: feed)
        title = publisher + ": " + feed.title
        entries = Self.entries(of: state, at: location)
        let beginning = Date(timeIntervalSince1970: 0)
        fetched = Self.fetchedAt(state)?.ifSayable ?? beginning
        updated = entries.compactMap(\.date).max() ?? fetched
    }

    private static func entries(of state: LiveState, at location: Location) -> [Entry] {
        switch state {
        case .gitHub(let state): state.items.map { Entry($0.item) }
        case .categories(let state): state.items.map { Entry($0.item, path: location.origin + "/planet") }
        case .events(let state): state.items.map { Entry($0.item) }
        case .stories(let state): state.items.map { Entry($0.item) }
        }
    }

    private static func fetchedAt(_ state: LiveState) -> Date? {
        switch state {
        case .gitHub(let state): state.fetchedAt
        case .categories(let state): state.fetchedAt
        case .events(let state): state.fetchedAt
        case .stories(let state): state.fetchedAt
        }
    }

    private static func publisher(of feed: FeedAddress) -> String {
        switch feed {
        case .repository, .trending, .repositories: "GitHub"
        case .planet, .category: "NASA EONET"
        case .news: "Hacker News"
        }
    }
}
