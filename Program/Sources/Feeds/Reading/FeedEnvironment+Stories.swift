import FeedStore

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
    /// - Returns: what ``undo(_:)-(StoryChange)`` takes back; nil if the items are by themselves.
    package func takeApart(_ items: [ItemKey]) throws -> StoryChange? { try store.takeApart(items) }

    /// Makes the stories of items one.
    ///
    /// - Returns: what ``undo(_:)-(StoryChange)`` takes back; nil if they are one already.
    package func join(_ items: [ItemKey]) throws -> StoryChange? { try store.join(items) }

    /// Undoes a split or a join. Returns false if nothing changed.
    @discardableResult
    package func undo(_ change: StoryChange) throws -> Bool { try store.undo(change) }
}
