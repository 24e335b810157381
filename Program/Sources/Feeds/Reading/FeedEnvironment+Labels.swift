import FeedStore
import Platform

/// Labels of items.
///
/// Each function blocks the calling thread on the store, and fails with a ``FeedStoreError`` or a ``LabelError``.
extension FeedEnvironment {
    /// The account's labels, in alphabetical order.
    package func labels() throws -> [Label] { try store.labels() }

    /// Gives items labels, and takes others from them. Returns the keys of the items that changed.
    ///
    /// Items that a refresh has shown but not yet stored are stored, as ``mark(_:as:)`` does.
    @discardableResult
    package func changeLabels(
        of items: [ItemKey], adding added: [String], removing removed: [String] = []
    ) throws -> [ItemKey] {
        let now = now()
        let arriving = try ownArrivals.compactMap { try $0.refresh(with: items, at: now) }
        return try store.changeLabels(of: items, adding: added, removing: removed, storing: arriving, at: now)
    }

    /// Renames a label, or merges it into the one that has the name; false if there is no such label.
    @discardableResult
    package func renameLabel(_ name: String, to other: String) throws -> Bool {
        try store.renameLabel(name, to: other, at: now())
    }

    /// Removes a label from all items; false if there is no such label.
    @discardableResult
    package func removeLabel(_ name: String) throws -> Bool { try store.removeLabel(name, at: now()) }
}
