public import Platform

/// Feeds, folders and items by the numbers that other programs keep for them. Every function blocks the calling thread.
public protocol SynchronizationStore: Sendable {
    /// The followed feeds in the reader's order.
    func subscriptions() throws -> [Subscription]

    /// The folders that contain feeds, and those that were added and never contained one, by path.
    ///
    /// Writes if folders were added or left elsewhere since the last call.
    func folders() throws -> [Folder]

    /// Adds an empty folder.
    ///
    /// - Returns: nil if there is one with this path, or if the path is empty; nothing changes then.
    func addFolder(_ path: String) throws -> Folder?

    /// Renames a folder and moves its subfolders with it; the folder keeps its number.
    ///
    /// - Returns: false if there is no such folder, or if another one has the path; nothing changes then.
    @discardableResult
    func renameFolder(_ id: Folder.ID, to path: String, at date: Date) throws -> Bool

    /// Removes a folder; its feeds stay followed, in no folder.
    ///
    /// - Returns: false if there is no such folder.
    @discardableResult
    func removeFolder(_ id: Folder.ID, at date: Date) throws -> Bool

    /// The numbers of the selected items, in the selection's order, at most `limit` of them.
    func numbers(of selection: ItemSelection, limit: Int) throws -> [NumberedItem.ID]

    /// The number of selected items.
    func count(of selection: ItemSelection) throws -> Int

    /// The items with these numbers that are stored and that the account may see, in the order of the numbers.
    func items(numbered numbers: [NumberedItem.ID]) throws -> [NumberedItem]

    /// Marks the items with these numbers in one transaction. Ignores those that aren't stored or that the account may not see.
    ///
    /// - Returns: how many items changed.
    @discardableResult
    func mark(numbered numbers: [NumberedItem.ID], as marks: [Mark], at date: Date) throws -> Int
}
