public import Platform

/// A followed feed with its number.
public struct Subscription: Sendable, Hashable, Identifiable {
    /// The feed's number, the same for all accounts. Numbers aren't reused.
    public let id: Int64
    /// The followed feed.
    public let follow: StoredFollow
    /// When the item arrived that was the last to do so, of those that it lists now; nil if it lists none.
    public let newestArrival: Date?
    /// What the store keeps for the feed; see ``Snapshot/extra``.
    public let extra: Data?
    /// When the feed was last refreshed without an error; nil if never.
    public let fetchedAt: Date?
    /// Why the last refresh failed; nil if it succeeded.
    public let error: StoredError?
}

/// A folder with its number.
public struct Folder: Sendable, Hashable, Identifiable {
    /// The number. Numbers aren't reused, and a folder that is renamed by ``SynchronizationStore`` keeps its own.
    public let id: Int64
    /// The folder's path; see ``FolderPath``.
    public let path: String

    /// A folder.
    public init(id: Int64, path: String) {
        self.id = id
        self.path = path
    }
}

/// A stored item with its number.
public struct NumberedItem: Sendable, Hashable, Identifiable {
    /// The number, the same for all accounts and in all feeds. Numbers aren't reused, and grow with arrival.
    public let id: Int64
    /// The item, under the first followed feed that lists it.
    public let item: StoredItem
    /// The number of that feed; nil if no feed of the account lists or listed the item.
    public let feedID: Subscription.ID?
}
