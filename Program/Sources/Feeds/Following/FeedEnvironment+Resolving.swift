import FeedStore
public import Freshet
import WebText

/// The result of resolving an address.
public enum Resolution: Sendable {
    /// One feed, which exists.
    case feed(Feed)
    /// Several feeds to choose from, such as those of a site.
    case candidates([FeedCandidate])
}

/// One of several feeds at an address.
public struct FeedCandidate: Sendable, Hashable, Encodable {
    /// The feed's own address, which resolves to this feed alone.
    public let url: String
    /// The feed's title, or its address if it has none.
    public let title: String

    /// A candidate.
    public init(url: String, title: String) {
        self.url = url
        self.title = title
    }
}

extension FeedEnvironment {
    /// Resolves a pasted address or typed words. Checks with the upstream unless the feed is stored.
    ///
    /// - Parameter page: for the address of a ``FeedCandidate``, what was resolved to it. A page may not lead to private addresses.
    /// - Ends: after the answer; fails with a ``FeedError`` if there is no such feed or the check fails. Nothing is stored then.
    /// - Runs on: a scheduler of its own; see ``makeScheduler``.
    /// - Keeps: what the check fetched.
    public func resolve(_ text: String, namedBy page: String? = nil) -> Single<Resolution> {
        .deferred {
            guard let feed = catalog.feed(pasted: text) else {
                throw FeedError(
                    kind: "unknownAddress", message: "\(text.inQuotes) isn't the address of a feed",
                    remedy: .changeRequest)
            }
            guard let page = page.flatMap({ catalog.feed(pasted: $0)?.description }) else {
                return feed.description.resolve(in: self)
            }
            return feed.description.named(by: page).resolve(in: self)
        }
    }
}

extension FeedDescription {
    /// The followed feed with this key.
    public func followed(in environment: FeedEnvironment) throws -> Feed? {
        try environment.followed(Feed(self))?.feed
    }

    /// The feed as it is followed, or else the feed once its upstream has answered or if it is stored.
    public func resolve(in environment: FeedEnvironment) -> Single<Resolution> {
        let feed = Feed(self)
        return .deferred {
            if let followed = try followed(in: environment) { return .just(.feed(followed)) }
            let isStored = try environment.store.snapshot(of: key, order: .newest, limit: 0).fetchedAt != nil
            if isStored { return .just(.feed(feed)) }
            return feed.look(in: environment).takeLast(1).asSingle().map { state in
                if let error = state.freshness.error, state.fetchedAt == nil { throw error }
                // The answer may have told another name under which it is followed.
                return .feed(try followed(in: environment) ?? feed)
            }
        }
    }
}
