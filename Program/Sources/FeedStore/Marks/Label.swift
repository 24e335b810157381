import Platform
import SQL
import Search

/// A label of an account, which groups items.
package struct Label: Sendable, Hashable, Identifiable {
    /// The number. Numbers aren't reused, and a renamed label keeps its own.
    package let id: Int64
    /// The name, which is unique for the account without regard to case.
    package let name: String
    /// The number of items with the label.
    package let count: Int

    /// A label.
    package init(id: Int64, name: String, count: Int) {
        (self.id, self.name, self.count) = (id, name, count)
    }

    /// The maximum number of labels of an account.
    package static let most = 200
    /// The maximum number of labels of an item.
    package static let mostOfItem = 20
}

/// A reason why labels can't be changed. The description includes the remedy.
package enum LabelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text can't be the name of a label.
    case badName(String)
    /// The account has no label of that name.
    case unknown(String)
    /// The account has the maximum number of labels.
    case tooMany
    /// An item has the maximum number of labels.
    case tooManyOfItem

    /// The message for users: the problem, then the remedy.
    package var description: String {
        switch self {
        case .badName(let name): "“\(name)” can't be the name of a label. \(LabelName.requirement)"
        case .unknown(let name): "There is no label “\(name)”."
        case .tooMany: "You have \(Label.most) labels, which is the maximum. Remove one that you don't need."
        case .tooManyOfItem:
            "An item has at most \(Label.mostOfItem) labels. Remove one of them first."
        }
    }
}

/// The labels of the account.
///
/// An item with a label stays stored, as a saved one does. Functions that take names throw ``LabelError/badName(_:)`` for texts
/// that can't be names.
extension FeedStore {
    /// The labels in alphabetical order, also those without items. Counts the items of all.
    package func labels() throws -> [Label] {
        try read { db in
            try database.rows(of: "labels", db, Self.labels, [db.account]) { row in
                Label(id: try row.integer(0), name: try row.text(1), count: try row.count(2))
            }
        }
        .sorted { (LabelName.folded($0.name), $0.id) < (LabelName.folded($1.name), $1.id) }
    }

    /// The names of the labels, in alphabetical order. Counts no items.
    package func labelNames() throws -> [String] {
        let names = "SELECT name FROM label WHERE account_id = ?"
        return LabelName.sorted(try read { db in try db.rows(names, [db.account]).map { try $0.text(0) } })
    }

    /// True if the account has the label, without regard to case.
    package func hasLabel(_ name: String) throws -> Bool { try read { try LabelWriter(db: $0).find(name) != nil } }

    private static let labels = """
        SELECT label.id, label.name, count(item_label.item_id) FROM label
        LEFT JOIN item_label ON item_label.label_id = label.id WHERE label.account_id = ? GROUP BY label.id, label.name
        """

    /// Gives items labels, and takes others from them. Labels that the account doesn't have are added; items that are neither
    /// stored nor among `arriving` are ignored.
    ///
    /// Throws a ``LabelError`` if the account or an item would have more labels than it may; nothing changes then.
    /// - Parameter arriving: refreshes in progress, as in ``mark(_:as:storing:at:)``.
    /// - Returns: the items that changed.
    @discardableResult
    package func changeLabels(
        of items: [ItemKey], adding added: [String], removing removed: [String] = [],
        storing arriving: [FeedUpdate] = [], at date: Date
    ) throws -> [ItemKey] {
        let change = try LabelChange(adding: added, removing: removed)
        if items.isEmpty { return [] }
        return try write { db in
            for refresh in arriving { try ItemWriter(db: db, scope: refresh.scope).add(refresh) }
            return try items.filter { key in
                guard try Account.sees(key, db), let item = try ItemWriter(db: db, scope: key.scope).find(key.id) else {
                    return false
                }
                return try change.apply(to: item, db, at: date)
            }
        }
    }

    /// Changes the labels of the items with these numbers, like ``changeLabels(of:adding:removing:storing:at:)``, and marks
    /// them, all in one transaction.
    ///
    /// - Returns: the number of changed items.
    @discardableResult
    package func change(
        numbered numbers: [NumberedItem.ID], adding added: [String], removing removed: [String], as marks: [Mark],
        at date: Date
    ) throws -> Int {
        let change = try LabelChange(adding: added, removing: removed)
        return try changeEach(numbers, as: marks, at: date) { try change.apply(to: $0, $1, at: date) }
    }

    /// Renames a label, also in rules. If another label has the new name, the two are merged.
    ///
    /// - Returns: false if there is no such label.
    @discardableResult
    package func renameLabel(_ name: String, to other: String, at date: Date) throws -> Bool {
        let other = try LabelChange.checked(other)
        return try write { db in
            let writer = LabelWriter(db: db)
            guard let label = try writer.find(name) else { return false }
            try writer.rename(label, to: other, at: date)
            try writer.renameInRules(name, to: other)
            return true
        }
    }

    /// Removes a label from all items. Rules that give it add it again.
    ///
    /// - Returns: false if there is no such label.
    @discardableResult
    package func removeLabel(_ name: String, at date: Date) throws -> Bool {
        try write { db in
            let writer = LabelWriter(db: db)
            guard let label = try writer.find(name) else { return false }
            try writer.remove(label, at: date)
            return true
        }
    }
}

/// A change of the labels of items.
private struct LabelChange {
    private let added, removed: [String]

    /// Throws ``LabelError/badName(_:)``.
    init(adding added: [String], removing removed: [String]) throws(LabelError) {
        self.added = try Self.checked(added)
        self.removed = try Self.checked(removed)
    }

    static func checked(_ name: String) throws(LabelError) -> String {
        guard let checked = LabelName.checked(name) else { throw .badName(name) }
        return checked
    }

    private static func checked(_ names: [String]) throws(LabelError) -> [String] {
        var checked: [String] = []
        for name in names { checked.append(try Self.checked(name)) }
        return checked
    }

    /// Returns true if the item has changed.
    func apply(to item: Int64, _ db: StoreTransaction, at date: Date) throws -> Bool {
        let writer = LabelWriter(db: db)
        let changes =
            try removed.map { try writer.remove($0, from: item, at: date) }
            + added.map { try writer.add($0, to: item, at: date) }
        return changes.contains(true)
    }
}
