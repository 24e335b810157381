import FeedStore

extension FeedEnvironment {
    /// How the account sees stories. Blocks the calling thread on the store, and fails with a ``FeedStoreError``.
    package func storyPreferences() throws -> StoryPreferences { StoryPreferences(try store.settings()) }

    /// Changes how the account sees stories. Blocks the calling thread on the store, and fails with a ``FeedStoreError``.
    package func change(_ preferences: StoryPreferences) throws { try store.change(settings: preferences.settings) }
}
