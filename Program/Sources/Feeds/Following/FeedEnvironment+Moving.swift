import FeedStore
import Freshet
import WebText

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
    /// - Keeps: what the check fetched.
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
    /// Whether no other feed can list its items.
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
