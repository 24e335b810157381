/// Items from several feeds, each item once.
package struct ItemList: Sendable, Hashable {
    /// The items up to the limit: newest first or, if the selection is of saved items, most recently saved first.
    package var items: [StoredItem]
    /// The number of items without the limit.
    package var total: Int
    /// The number of further items that the selection would have if no rule hid any.
    package var mutedCount: Int

    /// Creates a list; empty by default.
    package init(items: [StoredItem] = [], total: Int = 0, mutedCount: Int = 0) {
        self.items = items
        self.total = total
        self.mutedCount = mutedCount
    }
}
