import FeedStore
import Feeds

/// Labels of items. Fails with a ``LabelError``, too.
extension Library {
    func labels() throws -> [Label] { try store.labels() }

    func hasLabel(_ name: String) throws -> Bool { try store.hasLabel(name) }

    func hasFolder(_ path: String) throws -> Bool { try folders().contains { $0.path == path } }

    /// Changes the labels of items and marks them, in one transaction.
    func change(
        _ ids: [NumberedItem.ID], adding added: [String], removing removed: [String], as marks: [Mark]
    ) throws {
        try store.change(numbered: ids, adding: added, removing: removed, as: marks, at: now)
        try apply()
    }

    func renameLabel(_ name: String, to other: String) throws {
        try store.renameLabel(name, to: other, at: now)
        try apply()
    }

    func removeLabel(_ name: String) throws {
        try store.removeLabel(name, at: now)
        try apply()
    }
}
