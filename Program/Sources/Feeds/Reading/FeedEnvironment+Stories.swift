import FeedStore
import WebText

/// Stories that several items tell.
///
/// Each function blocks the calling thread on the store, and fails with a ``FeedStoreError``.
extension FeedEnvironment {
    /// The story that an item belongs to, with its headline first; nil if it is by itself.
    package func story(of item: ItemKey) throws -> StoryGroup? { try store.stories(of: [item])[item] }

    /// The items of a story, in the order of its voices. Leaves out those that this version can't read.
    package func voices(of story: StoryGroup) throws -> [ListedItems.Item] {
        var items: [ItemKey: ListedItems.Item] = [:]
        for (key, voices) in Dictionary(grouping: story.voices, by: \.feed) {
            guard let feed = catalog.feed(key), try mayRead(feed.description) else { continue }
            for shown in feed.description.decoded(try store.items(of: key, ids: voices.map(\.key.id))) {
                let item = ListedItems.Item(shown: shown, feed: feed)
                items[item.key] = item
            }
        }
        return story.voices.compactMap { items[$0.key] }
    }

    /// Takes items out of their stories for good, each into a row of its own.
    ///
    /// - Returns: the argument of ``undo(_:)-(StoryChange)``; nil if the items are by themselves.
    package func takeApart(_ items: [ItemKey]) throws -> StoryChange? { try store.takeApart(items) }

    /// Makes the stories of items one.
    ///
    /// - Returns: the argument of ``undo(_:)-(StoryChange)``; nil if they are one already.
    package func join(_ items: [ItemKey]) throws -> StoryChange? { try store.join(items) }

    /// Undoes a split or a join. Returns false if nothing changed.
    @discardableResult
    package func undo(_ change: StoryChange) throws -> Bool { try store.undo(change) }
}

extension FeedEnvironment {
    /// The account's preferences for stories. Blocks the calling thread on the store, and fails with a ``FeedStoreError``.
    package func storyPreferences() throws -> StoryPreferences { StoryPreferences(try store.settings()) }

    /// Changes how the account sees stories. Blocks the calling thread on the store, and fails with a ``FeedStoreError``.
    package func change(_ preferences: StoryPreferences) throws { try store.change(settings: preferences.settings) }
}

extension StoryGroup {
    /// The number of items that tell the story besides the shown one: “and 5 more”.
    package var othersWords: String { "and \(voices.count - 1) more" }

    /// The other feeds that tell it, each once.
    package func feeds(besides feed: FeedKey?) -> [FeedKey] {
        var feeds: [FeedKey] = []
        for voice in voices where voice.feed != feed && !feeds.contains(voice.feed) { feeds.append(voice.feed) }
        return feeds
    }

    /// The number of items added since the story was read: “2 new voices since you read”; nil for none.
    package var newVoicesWords: String? {
        newVoices == 0 ? nil : "\(newVoices.counted("new voice")) since you read"
    }
}

extension ListedItems.Item {
    /// True for the item itself, and for the row of its story.
    package func tells(_ item: ItemKey) -> Bool { key == item || story?.voices.contains { $0.key == item } == true }
}
