/// Items from several feeds, each item once.
public struct ItemList: Sendable, Hashable {
    /// The items, bounded by the limit: newest first, or last saved first where the selection asks for saved items.
    public var items: [StoredItem]
    /// The number of items without the limit.
    public var total: Int
    /// The number of items that the selection would have if no rule hid any.
    public var mutedCount: Int

    /// Creates a list; without arguments, an empty one.
    public init(items: [StoredItem] = [], total: Int = 0, mutedCount: Int = 0) {
        self.items = items
        self.total = total
        self.mutedCount = mutedCount
    }
}
