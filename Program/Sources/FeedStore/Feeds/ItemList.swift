/// Items from several feeds, each item once.
public struct ItemList: Sendable, Hashable {
    /// The items up to the limit: newest first or, if the selection is of saved items, most recently saved first.
    public var items: [StoredItem]
    /// The number of items without the limit.
    public var total: Int
    /// The number of further items that the selection would have if no rule hid any.
    public var mutedCount: Int

    /// Creates a list; empty by default.
    public init(items: [StoredItem] = [], total: Int = 0, mutedCount: Int = 0) {
        self.items = items
        self.total = total
        self.mutedCount = mutedCount
    }
}
