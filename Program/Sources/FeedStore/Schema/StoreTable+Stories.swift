extension StoreTable {
    /// Which items tell one story.
    static let stories = [
        StoreTable(
            name: "story", row: "an item that tells the same [story](stories.md) as others",
            notes: """
                `story_id` is the number of the item with which the story began. `has_news` is 1 if its title has numbers or \
                names that no earlier title has. Deleted with the item
                """,
            columns: [.integer("item_id"), .integer("story_id"), .flag("has_news")], key: ["item_id"],
            indexes: [Index("story_items", "story_id")], rescue: .rows),
        StoreTable(
            name: "story_link", row: "the evidence that two items tell one story",
            notes: "for readers who see both. Deleted with either item",
            columns: [.integer("item_id"), .integer("with_id"), .text("evidence")], key: ["item_id", "with_id"],
            indexes: [Index("story_link_with", "with_id")], rescue: .scan),
        StoreTable(
            name: "merged_story", row: "a story that turned out to be an older one",
            columns: [.integer("story_id"), .integer("into_id")], key: ["story_id"],
            indexes: [Index("merged_story_into", "into_id")], rescue: .rows),
        StoreTable(
            name: "own_story_link", row: "a link or a split between two items, for one account",
            notes: """
                `joined` or `apart` is the account's decision; other kinds are evidence from its own feeds. `account_id` is 0 for \
                the feeds of administrators
                """,
            columns: [.integer("account_id"), .integer("item_id"), .integer("with_id"), .text("evidence")],
            key: ["account_id", "item_id", "with_id"],
            indexes: [Index("own_story_link_item", "item_id"), Index("own_story_link_with", "with_id")], rescue: .scan),
    ]
}
