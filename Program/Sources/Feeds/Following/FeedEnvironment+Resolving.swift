import FeedStore
public import Freshet

/// What an address leads to.
public enum Resolution: Sendable {
    /// One feed, which exists.
    case feed(Feed)
    /// Several feeds to choose from, as a site may have them.
    case candidates([FeedCandidate])
}

/// One of several feeds that an address leads to.
public struct FeedCandidate: Sendable, Hashable, Encodable {
    /// The feed's own address, which leads to it alone.
    public let url: String
    /// Its title, or its address where it has none.
    public let title: String

    /// A feed to choose.
    public init(url: String, title: String) {
        self.url = url
        self.title = title
    }
}

extension FeedEnvironment {
    /// The feed that a pasted address or a few words name, checked with its upstream unless something of it is stored.
    ///
    /// - Ends: after the answer; fails with a ``FeedError`` where there is no such feed or it can't be checked, and then nothing is stored.
    /// - Runs on: a scheduler of its own; see ``makeScheduler``.
    /// - Keeps: what the check fetched.
    public func resolve(_ text: String) -> Single<Resolution> {
        .deferred {
            guard let feed = catalog.feed(pasted: text) else {
                throw FeedError(
                    kind: "unknownAddress", message: "“\(text)” is not an address of a feed that Freshet knows",
                    remedy: .changeRequest)
            }
            return feed.description.resolve(in: self)
        }
    }
}

extension FeedDescription {
    /// The feed itself, once its upstream has answered or something of it is stored.
    public func resolve(in environment: FeedEnvironment) -> Single<Resolution> {
        let feed = Feed(self)
        return .deferred {
            let isStored = try environment.store.snapshot(of: key, order: .newest, limit: 0).fetchedAt != nil
            if isStored { return .just(.feed(feed)) }
            return feed.look(in: environment).takeLast(1).asSingle().map { state in
                if let error = state.freshness.error, state.fetchedAt == nil { throw error }
                return .feed(feed)
            }
        }
    }
}
