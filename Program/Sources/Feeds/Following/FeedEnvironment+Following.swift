import FeedStore
import Freshet
import Platform
import Synchronization
import WebText

/// The followed feeds.
///
/// Each function blocks the calling thread on the store, and fails with a ``FeedStoreError``.
extension FeedEnvironment {
    /// The followed feeds in the reader's order. Leaves out kinds that this version doesn't know.
    package func followed() throws -> [FollowedFeed] {
        try repaired(store.followed()).compactMap(catalog.followedFeed)
    }

    /// The followed feed with its settings; nil if it isn't followed.
    package func followed(_ feed: Feed) throws -> FollowedFeed? { try followed().first { $0.feed == feed } }

    /// The current web addresses of followed feeds; feeds without one are left out.
    package func pages(of followed: [FollowedFeed]) throws -> [FeedKey: URL] {
        let pages = try followed.compactMap { item in
            try item.feed.description.currentPage(in: self).map { (item.feed.key, $0) }
        }
        return Dictionary(pages) { first, _ in first }
    }

    /// Follows a feed. Returns false if it was followed already; its settings are then updated with the given ones.
    @discardableResult
    package func follow(_ feed: Feed, _ settings: FollowSettings = FollowSettings()) throws -> Bool {
        try checkReading(feed.description)
        let isNew = try store.follow(feed.key, path: feed.encodedPath, settings, at: now())
        try restoreSecrets(of: feed.key)
        return isNew
    }

    /// Undoes unfollowing feeds together, in one transaction: the follows as they were, in their places.
    package func restore(_ unfollowed: [Unfollowed]) throws {
        let secrets = secrets.withLock { $0 }
        // The place of each is beside feeds that were still followed.
        try store.restore(
            unfollowed.reversed().map { unfollowed in
                var follow = unfollowed.follow
                follow.extra = secrets[follow.feed] ?? follow.extra
                return (follow, unfollowed.previous)
            }, at: now())
        self.secrets.withLock { for one in unfollowed { $0[one.follow.feed] = nil } }
    }

    /// Stores again what unfollowing has removed, for an undo.
    private func restoreSecrets(of feed: FeedKey) throws {
        guard let extra = secrets.withLock({ $0.removeValue(forKey: feed) }) else { return }
        try store.keep(extra, for: feed)
    }

    /// Unfollows a feed, given by any of its addresses; its items stay stored, its password doesn't.
    ///
    /// - Returns: the argument of ``restore(_:)`` that undoes it; nil if the feed wasn't followed.
    @discardableResult
    package func unfollow(_ feed: Feed) throws -> Unfollowed? { try unfollow([feed]).first }

    /// Unfollows feeds like ``unfollow(_:)-(Feed)``, in one transaction.
    ///
    /// - Returns: the argument of ``restore(_:)`` that undoes it, without feeds that weren't followed.
    package func unfollow(_ feeds: [Feed]) throws -> [Unfollowed] {
        let feeds = try feeds.compactMap { try $0.description.followed(in: self) }
        let titles = Dictionary(try followed().map { ($0.feed.key, $0.title) }) { first, _ in first }
        var (all, unfollowed) = (try store.followed(), [Unfollowed]())
        for feed in feeds {
            guard let place = all.firstIndex(where: { $0.feed == feed.key }) else { continue }
            let previous = place > 0 ? all[place - 1].feed : nil
            let title = titles[feed.key] ?? feed.title
            unfollowed.append(Unfollowed(follow: all.remove(at: place), previous: previous, title: title))
        }
        var (secret, rest) = ([FeedKey: Data](), [FeedKey: Data]())
        for feed in feeds {
            guard let (extra, other) = try secretExtra(of: feed.description) else { continue }
            (secret[feed.key], rest[feed.key]) = (extra, other)
        }
        let gone = Set(try store.unfollow(unfollowed.map(\.follow.feed), keeping: rest, at: now()))
        let kept = secret.filter { gone.contains($0.key) }
        secrets.withLock { $0.merge(kept) { $1 } }
        return unfollowed.filter { gone.contains($0.follow.feed) }
    }

    /// Deletes the password of a feed, unless it is followed.
    func deleteSecrets(of feed: any FeedDescription) throws {
        guard let (_, rest) = try secretExtra(of: feed) else { return }
        try store.keep(rest, forUnfollowed: feed.key)
    }

    /// The stored settings of a feed, with and without its password; nil if it has none.
    private func secretExtra(of feed: any FeedDescription) throws -> (Data, Data)? {
        guard let extra = try store.snapshot(of: feed.key, order: .newest, limit: 0).extra,
            let rest = try feed.passwordFeed?.extraWithoutSecrets(extra)
        else { return nil }
        return (extra, rest)
    }

    /// Follows whose keys contain no passwords. An earlier version stored such keys, which become those without.
    private func repaired(_ follows: [StoredFollow]) throws -> [StoredFollow] {
        var isUnchanged = true
        for follow in follows where follow.feed.rawValue.contains("%40") {
            guard let feed = catalog.feed(follow.feed), feed.key != follow.feed,
                let extra = try feed.description.passwordFeed?.initialExtra()
            else { continue }
            var repaired = follow
            (repaired.feed, repaired.path, repaired.extra) = (feed.key, feed.encodedPath, extra)
            try store.rename(follow.feed, to: repaired)
            isUnchanged = false
        }
        return isUnchanged ? follows : try store.followed()
    }
}

extension FeedCatalog {
    /// The followed feed; nil if this version doesn't know its kind.
    package func followedFeed(_ follow: StoredFollow) -> FollowedFeed? {
        let parts = follow.path.split(separator: "/", omittingEmptySubsequences: false)
        let path = parts.compactMap(\.percentDecoded)
        return (feed(path: path) ?? feed(follow.feed)).map {
            FollowedFeed(feed: $0, settings: follow.settings, ownTitle: follow.title)
        }
    }
}

extension FeedDescription {
    /// The feed to show for this one: a followed feed of another address if both have the same items, or the account's own if it is
    /// personal.
    package func shown(in environment: FeedEnvironment) throws -> Feed {
        if let aliased = aliasedFeed { return try aliased.currentFollow(in: environment) ?? Feed(self) }
        return try isPersonal ? environment.own(self) ?? Feed(self) : Feed(self)
    }
}

/// A feed that was unfollowed, with what is needed to undo it.
package struct Unfollowed: Sendable, Hashable {
    /// The follow as it was.
    package let follow: StoredFollow
    /// The feed that was followed before it; nil if it was the first.
    package let previous: FeedKey?
    /// The name under which it was followed.
    package let title: String

    /// An unfollowed feed.
    package init(follow: StoredFollow, previous: FeedKey?, title: String) {
        self.follow = follow
        self.previous = previous
        self.title = title
    }
}

/// A followed feed.
package struct FollowedFeed: Sendable, Hashable {
    /// The feed.
    package let feed: Feed
    /// The chosen settings.
    package let settings: FollowSettings
    /// The feed's own title; nil if it is unknown.
    package let ownTitle: String?

    /// A followed feed with its settings.
    package init(feed: Feed, settings: FollowSettings = FollowSettings(), ownTitle: String? = nil) {
        self.feed = feed
        self.settings = settings
        self.ownTitle = ownTitle
    }

    /// The chosen name, or else the feed's own title.
    package var title: String { settings.name ?? ownTitle ?? feed.title }
}

extension FeedEnvironment {
    /// Returns true if a password is stored for the feed. Blocks the calling thread on the store.
    package func hasPassword(_ feed: any FeedDescription) throws -> Bool {
        guard let extra = try store.snapshot(of: feed.key, order: .newest, limit: 0).extra else { return false }
        return try feed.passwordFeed?.extraWithoutSecrets(extra) != nil
    }

    /// The feed as it is followed with a password: beside other accounts, the account's own.
    package func protected(_ feed: Feed) throws -> Feed {
        guard let ownable = feed.description.ownableFeed, ownable.owner == nil, try store.accounts().count > 1
        else { return feed }
        return Feed(ownable.owned(by: store.account))
    }
}

/// The stored data of unfollowed feeds with passwords, until the program ends.
final class UnfollowedSecrets: Sendable {
    private let kept = Mutex<[FeedKey: Data]>([:])

    func withLock<Value: Sendable>(_ body: (inout sending [FeedKey: Data]) -> sending Value) -> Value {
        kept.withLock(body)
    }
}

extension FeedEnvironment {
    /// Changes the address of a followed web feed, for this account alone: it keeps its settings, its place, its items with
    /// their marks, and the rules that name it. Other accounts that follow the feed keep it.
    ///
    /// Checks with the upstream, by the rules for following. Does nothing if the feed has that address already.
    ///
    /// - Parameter page: for the address of a ``FeedCandidate``, what was resolved to it.
    /// - Ends: with the feed that is followed now, or with candidates, and then nothing is changed; fails with a ``FeedError``
    ///   or a ``FeedStoreError``.
    /// - Runs on: a scheduler of its own; see ``makeScheduler``.
    /// - Keeps: the response of the check.
    package func changeAddress(of feed: Feed, to text: String, namedBy page: String? = nil) -> Single<Resolution> {
        .deferred {
            guard let followed = try feed.description.followed(in: self) else { throw FeedError.notFollowed(feed) }
            guard followed.hasOwnItems else { throw FeedError.fixedAddress }
            return resolve(text, namedBy: page).map { resolution in
                if case .feed(let other) = resolution, other != followed { try move(followed, to: other) }
                return resolution
            }
        }
    }

    private func move(_ feed: Feed, to other: Feed) throws {
        guard other.hasOwnItems else { throw FeedError.fixedAddress }
        if let known = try followed(other) { throw FeedError.followedTwice(known) }
        try checkReading(other.description)
        guard try store.move(feed.key, to: other.key, path: other.encodedPath, at: now()) else {
            throw FeedError.notFollowed(feed)
        }
        try deleteSecrets(of: feed.description)
    }
}

extension Feed {
    /// True if no other feed can list its items.
    fileprivate var hasOwnItems: Bool { description.scope == key.rawValue }
}

extension FeedError {
    /// Other feeds are named by what they show.
    static let fixedAddress = FeedError(
        kind: "fixedAddress", message: "Only the address of a web feed can be changed, and only to that of another one",
        remedy: .changeRequest)

    static func notFollowed(_ feed: Feed) -> FeedError {
        FeedError(
            kind: "notFollowed", message: "You don't follow \(feed.title.inQuotes). Follow it first",
            remedy: .changeRequest)
    }

    fileprivate static func followedTwice(_ known: FollowedFeed) -> FeedError {
        FeedError(
            kind: "followedTwice",
            message: "You follow the feed at this address already, as \(known.title.inQuotes). Unfollow one of the two",
            remedy: .changeRequest)
    }
}
