import FeedStore
package import Feeds
package import Freshet

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SiteFeed {
    /// Resolves to the feed at the address, or else to the feeds of the page there.
    ///
    /// A feed that is followed or stored under another address keeps that address, so that its items aren't stored twice.
    package func resolve(in environment: FeedEnvironment) -> Single<Resolution> {
        .deferred {
            if let known = try known(in: environment) { return .just(.feed(known)) }
            return environment.probe(self) { SiteRequest($0, given: address).found(at: address) }.flatMap { found in
                guard case .links(let links) = found else { return checked(in: environment) }
                guard links.count == 1, let feed = SiteFeed(links[0].url) else {
                    return .just(.candidates(links.map(FeedCandidate.init)))
                }
                if let known = try feed.known(in: environment) { return .just(.feed(known)) }
                return feed.named(byPageAt: address).checked(in: environment)
            }
        }
    }

    /// The feed, once it has been fetched and stored.
    private func checked(in environment: FeedEnvironment) -> Single<Resolution> {
        let feed = Feed(self)
        return feed.look(in: environment).takeLast(1).asSingle().map { state in
            if let error = state.freshness.error, state.fetchedAt == nil { throw error }
            return .feed(feed)
        }
    }

    /// The followed feed at this address, or else a stored one; nil if there is none.
    private func known(in environment: FeedEnvironment) throws -> Feed? {
        let feed = Feed(self)
        let followed = try environment.followed().map(\.feed)
        if followed.contains(feed) { return feed }
        let addresses = try addresses(in: environment)
        if let other = try Self.first(of: followed, at: addresses, in: environment) { return other }
        let stored = try environment.store.feeds().filter { $0.fetchedAt != nil }.map(\.feed)
        if stored.contains(key) { return feed }
        return try Self.first(of: stored.compactMap(environment.catalog.feed), at: addresses, in: environment)
    }

    private static func first(of feeds: [Feed], at addresses: Set<URL>, in environment: FeedEnvironment) throws
        -> Feed?
    {
        try feeds.first { feed in
            guard let site = feed.description as? SiteFeed else { return false }
            return try !site.addresses(in: environment).isDisjoint(with: addresses)
        }
    }

    /// The given address, and the feed's current one.
    private func addresses(in environment: FeedEnvironment) throws -> Set<URL> {
        let state = SiteState(try environment.store.snapshot(of: key, order: .newest, limit: 0))
        return Set([address, state.current].compactMap { $0 })
    }
}

extension FeedCandidate {
    fileprivate init(_ link: FeedLinks.Link) {
        self.init(url: link.url.absoluteString, title: link.title ?? link.url.absoluteString)
    }
}
