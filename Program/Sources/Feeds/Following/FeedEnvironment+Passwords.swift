import FeedStore

extension FeedEnvironment {
    /// Reads whether a password is stored for the feed. Blocks the calling thread on the store.
    package func hasPassword(_ feed: any FeedDescription) throws -> Bool {
        guard let extra = try store.snapshot(of: feed.key, order: .newest, limit: 0).extra else { return false }
        return try feed.extraWithoutSecrets(extra) != nil
    }

    /// The feed as it is followed with a password: beside other accounts, the account's own.
    package func protected(_ feed: Feed) throws -> Feed {
        guard feed.description.owner == nil, try store.accounts().count > 1,
            let own = feed.description.owned(by: store.account)
        else { return feed }
        return Feed(own)
    }
}
