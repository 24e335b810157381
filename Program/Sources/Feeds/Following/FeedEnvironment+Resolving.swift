import FeedStore
import Freshet
import WebText

/// The result of resolving an address.
package enum Resolution: Sendable {
    /// One feed, which exists.
    case feed(Feed)
    /// Several feeds to choose from, such as those of a site.
    case candidates([FeedCandidate])
}

extension FeedEnvironment {
    /// Resolves a pasted address or typed words. Checks with the upstream unless the feed is stored.
    ///
    /// - Parameter page: for the address of a ``FeedCandidate``, what was resolved to it. A page may not lead to private addresses.
    /// - Ends: after the answer; fails with a ``FeedError`` if there is no such feed or the check fails. Nothing is stored then.
    /// - Runs on: a scheduler of its own; see ``makeScheduler``.
    /// - Keeps: what the check fetched.
    package func resolve(_ text: String, namedBy page: String? = nil) -> Single<Resolution> {
        .deferred {
            guard let feed = catalog.feed(pasted: text) else {
                throw FeedError(
                    kind: "unknownAddress", message: "\(text.inQuotes) isn't the address of a feed",
                    remedy: .changeRequest)
            }
            guard let page = page.flatMap({ catalog.feed(pasted: $0)?.description }) else {
                return try resolve(feed.description)
            }
            return feed.description.named(by: page).resolve(in: self)
        }
    }

    /// Resolves to the feed as the account's own token opens it, if it is personal or the server can't show it.
    private func resolve(_ feed: any FeedDescription) throws -> Single<Resolution> {
        guard let own = try own(feed)?.description else { return feed.resolve(in: self) }
        if feed.isPersonal { return own.resolve(in: self) }
        return feed.resolve(in: self).catch { error in
            if error is FeedStoreError { throw error }
            // Where the token can't open the feed either, the server's answer says more.
            return own.resolve(in: self).catch { error in throw (error as? FeedStoreError) ?? error }
        }
    }
}

extension FeedDescription {
    /// The followed feed with this key, or else the account's own of this kind.
    package func followed(in environment: FeedEnvironment) throws -> Feed? {
        if let same = try environment.followed(Feed(self))?.feed { return same }
        return try environment.own(self).flatMap { try environment.followed($0)?.feed }
    }

    /// The feed as it is followed, or else the feed once its upstream has answered or if it is stored.
    package func resolve(in environment: FeedEnvironment) -> Single<Resolution> {
        let feed = Feed(self)
        return .deferred {
            if let followed = try readableFollow(in: environment) { return .just(.feed(followed)) }
            let isStored = try environment.store.snapshot(of: key, order: .newest, limit: 0).fetchedAt != nil
            if isStored { return .just(.feed(feed)) }
            return feed.look(in: environment).takeLast(1).asSingle().map { state in
                if let error = state.freshness.error, state.fetchedAt == nil { throw error }
                // The answer may have told another name under which it is followed.
                return .feed(try readableFollow(in: environment) ?? feed)
            }
        }
    }

    /// The feed as it is followed, unless the account may no longer read it.
    package func readableFollow(in environment: FeedEnvironment) throws -> Feed? {
        try followed(in: environment).flatMap { try environment.mayRead($0.description) ? $0 : nil }
    }
}
