public import FeedStore

extension FeedEnvironment {
    /// How the account sees stories. Blocks the calling thread on the store, and fails with a ``FeedStoreError``.
    public func storyPreferences() throws -> StoryPreferences { StoryPreferences(try store.settings()) }

    /// Changes how the account sees stories. Blocks the calling thread on the store, and fails with a ``FeedStoreError``.
    public func change(_ preferences: StoryPreferences) throws { try store.change(settings: preferences.settings) }
}
