import Platform

/// A followed feed with its number.
package struct Subscription: Sendable, Hashable, Identifiable {
    /// The feed's number, the same for all accounts. Numbers aren't reused.
    package let id: Int64
    /// The followed feed.
    package let follow: StoredFollow
    /// When the item arrived that was the last to do so, of those that it lists now; nil if it lists none.
    package let newestArrival: Date?
    /// What the store keeps for the feed; see ``Snapshot/extra``.
    package let extra: Data?
    /// When the feed was last refreshed without an error; nil if never.
    package let fetchedAt: Date?
    /// Why the last refresh failed; nil if it succeeded.
    package let error: StoredError?
}

extension Subscription {
    /// A feed that isn't stored any more.
    package init(ofRemoved follow: StoredFollow) {
        (id, self.follow) = (0, follow)
        (newestArrival, extra, fetchedAt, error) = (nil, nil, nil, nil)
    }
}

/// A folder with its number.
package struct Folder: Sendable, Hashable, Identifiable {
    /// The number. Numbers aren't reused, and a folder that is renamed by ``SynchronizationStore`` keeps its own.
    package let id: Int64
    /// The folder's path; see ``FolderPath``.
    package let path: String

    /// A folder.
    package init(id: Int64, path: String) {
        self.id = id
        self.path = path
    }
}

/// A stored item with its number.
package struct NumberedItem: Sendable, Hashable, Identifiable {
    /// The number, the same for all accounts and in all feeds. Numbers aren't reused, and grow with arrival.
    package let id: Int64
    /// The item, under the first followed feed that lists it.
    package let item: StoredItem
    /// The number of that feed, or of the one that it was saved from; nil if neither is stored.
    package let feedID: Subscription.ID?
    /// When it arrived, was last marked, or got another content.
    package let changedAt: Date
    /// Its full text; nil if none is stored.
    package let fullText: FullText?

    /// A full text.
    package struct FullText: Sendable, Hashable {
        /// The page that it is from.
        package let address: String
        /// Its markup. Sanitize it before showing it.
        package let markup: String
    }
}
