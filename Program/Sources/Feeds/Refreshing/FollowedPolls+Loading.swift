import FeedStore
import Freshet
import Platform

extension FollowedPolls {
    /// The result of a poll.
    enum Outcome: Sendable {
        /// Nobody who may read the feed follows it.
        case gone
        /// Nothing was requested, since the feed isn't due before then.
        case later(Date)
        /// The feed was looked at: with when the next request is allowed, and the minimum interval in seconds.
        case looked(Freshness, Deferral?, next: Date?, spacing: TimeInterval)
        /// The store couldn't be used.
        case failed
    }

    /// Looks at a feed on behalf of a follower, if it is due.
    ///
    /// - Emits: one outcome. Fails with a ``FeedStoreError``.
    /// - Runs on: a scheduler of its own, which the store may block.
    func outcome(of key: FeedKey, isForced: Bool) -> Observable<Outcome> {
        let (environment, now) = (environment, environment.now())
        if !isForced, isWatched(key) { return .just(.later(now + Self.watchedPause)) }
        let scheduler = environment.makeScheduler()
        return Observable.just(()).observe(on: scheduler).flatMap { [self] () -> Observable<Outcome> in
            guard let poll = try environment.store.poll(of: key, at: now),
                let (feed, own) = try environment.refresher(of: key)
            else { return .just(.gone) }
            // Another process, or a hub's hint, may have refreshed it.
            let due = poll.due(at: now)
            if !isForced, due > now { return .just(.later(due)) }
            return load(feed, own.on(scheduler), isForced)
        }
    }

    private func load(_ feed: Feed, _ own: FeedEnvironment, _ isForced: Bool) -> Observable<Outcome> {
        var request = request(feed)
        request.mode = isForced ? .forced : .scheduled
        let next = BehaviorRelay<Date?>(value: nil)
        return FeedLoad(feed.description, own, request) { next.accept($0?.date) }.states
            .filter(\.isSettled)
            .map { state in
                // An unreadable ledger imposes no spacing.
                let budget = try? RequestBudget(of: feed.description, own)
                if let budget { own.polls.update(budget.allowance, of: feed.description, own) }
                return .looked(state.freshness, state.deferral, next: next.value, spacing: budget?.spacing ?? 0)
            }
            .takeLast(1)
    }
}

extension FeedEnvironment {
    /// The feed as it is followed, and the environment of the account on whose behalf it is refreshed for all; nil if nobody
    /// who may read it follows it.
    ///
    /// Passwords, tokens and private networks depend on the account. Administrators come first, who may reach the latter.
    func refresher(of key: FeedKey) throws -> (Feed, FeedEnvironment)? {
        for follower in try store.followers(of: key) {
            let follow = StoredFollow(feed: key, path: follower.path, since: now())
            guard let feed = catalog.followedFeed(follow)?.feed else { continue }
            if let reader = feed.description.reader, reader != follower.account { continue }
            return (feed, of(follower.account))
        }
        return nil
    }
}

extension FeedEnvironment {
    /// The polls of followed feeds that wait for their turn, and how many of them are due.
    package var waitingPolls: (all: Int, due: Int) { polls.waiting(at: now()) }
}
