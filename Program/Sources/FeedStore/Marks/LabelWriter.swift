import Platform
import SQL
import Search
import WebText

/// Gives items labels of an account, within the caller's transaction. Doesn't write unchanged rows.
struct LabelWriter {
    let db: StoreTransaction

    private static let own = "SELECT id FROM label WHERE account_id = ? AND folded = ?"
    private static let ofItem = """
        SELECT count(*) FROM item_label JOIN label ON label.id = item_label.label_id
        WHERE item_label.item_id = ? AND label.account_id = ?
        """
    private static let release = "UPDATE item SET check_at = 0 WHERE check_at > 0 AND id"

    /// Finds the number of a label by its name.
    func find(_ name: String) throws -> Int64? {
        try db.row(Self.own, [db.account, LabelName.folded(name)])?.integer(0)
    }

    // MARK: Labels of items

    /// Gives an item a label, which is added if the account doesn't have it; returns false if the item had it.
    ///
    /// Throws a ``LabelError``, without a change, if the account or the item has the maximum number of labels.
    func add(_ name: String, to item: Int64, at date: Date) throws -> Bool {
        let known = try find(name)
        let has = "SELECT 1 FROM item_label WHERE label_id = ? AND item_id = ?"
        if let known, try db.row(has, [known, item]) != nil { return false }
        if try db.count(Self.ofItem, [item, db.account]) >= Label.mostOfItem { throw LabelError.tooManyOfItem }
        let marks = MarkWriter(db: db)
        guard try marks.keep(item) else { return false }
        let label = try add(name)
        // They stay stored, as saved ones do.
        db.noteAdded(.saved)
        try ColumnValues(["label_id": label, "item_id": item, "at": date.milliseconds])
            .upsert(into: "item_label", key: ["label_id", "item_id"], db)
        let isNamed = "SELECT 1 FROM mark WHERE item_id = ? AND account_id = ? AND saved_in IS NOT NULL"
        let changed = date.milliseconds
        if try db.row(isNamed, [item, db.account]) == nil,
            let feed = try db.row(ItemQueries.bestFeed, [item, db.account])?.text(0)
        {
            try marks.write(item, ["changed_at": changed, "saved_in": feed])
        } else {
            try marks.write(item, ["changed_at": changed])
        }
        return true
    }

    /// Takes a label from an item; returns true if the item had it.
    func remove(_ name: String, from item: Int64, at date: Date) throws -> Bool {
        guard let label = try find(name),
            try db.execute("DELETE FROM item_label WHERE label_id = ? AND item_id = ?", [label, item]) > 0
        else { return false }
        try MarkWriter(db: db).write(item, ["changed_at": date.milliseconds])
        // It is removed soon if nothing else keeps it.
        try db.execute(Self.release + " = ?", [item])
        return true
    }

    /// Finds or adds a label, and locks it until the end of the transaction.
    private func add(_ name: String) throws -> Int64 {
        let values: [(any SQLValueConvertible)?] = [db.account, LabelName.folded(name)]
        let locked = Self.own + db.locks.keepingRows
        if let known = try db.row(locked, values)?.integer(0) { return known }
        if try db.count("SELECT count(*) FROM label WHERE account_id = ?", [db.account]) >= Label.most {
            throw LabelError.tooMany
        }
        let insert = """
            INSERT INTO label (account_id, folded, name) VALUES (?, ?, ?) ON CONFLICT (account_id, folded) DO NOTHING
            RETURNING id
            """
        // Another transaction may have added it meanwhile.
        let added = try db.row(insert, values + [name]) ?? db.row(locked, values)
        guard let added else { throw LabelError.unknown(name) }
        return try added.integer(0)
    }

    // MARK: Labels

    /// Renames a label, or gives its items the label that has the other name.
    func rename(_ label: Int64, to name: String, at date: Date) throws {
        try noteChange(of: label, at: date)
        let folded = LabelName.folded(name)
        if let other = try find(name), other != label {
            try db.lock("label", [label, other])
            try db.execute(
                """
                INSERT INTO item_label (label_id, item_id, at) SELECT ?, item_id, at FROM item_label WHERE label_id = ?
                ON CONFLICT DO NOTHING
                """, [other, label])
            try delete(label)
        } else {
            try db.execute("UPDATE label SET name = ?, folded = ? WHERE id = ?", [name, folded, label])
        }
    }

    /// Takes a label from all items.
    func remove(_ label: Int64, at date: Date) throws {
        try db.lock("label", [label])
        try noteChange(of: label, at: date)
        try db.execute(Self.release + " IN (SELECT item_id FROM item_label WHERE label_id = ?)", [label])
        try delete(label)
    }

    private func delete(_ label: Int64) throws {
        try db.execute("DELETE FROM item_label WHERE label_id = ?", [label])
        try db.execute("DELETE FROM label WHERE id = ?", [label])
    }

    private func noteChange(of label: Int64, at date: Date) throws {
        try db.execute(
            """
            UPDATE mark SET changed_at = ? WHERE account_id = ?
            AND item_id IN (SELECT item_id FROM item_label WHERE label_id = ?)
            """, [date.milliseconds, db.account, label])
    }

    /// Makes rules that give a label give the other label.
    func renameInRules(_ name: String, to other: String) throws {
        for stored in try RuleQueries.stored(db) {
            guard let label = stored.rule.label, LabelName.folded(label) == LabelName.folded(name) else { continue }
            try RuleQueries.replace(stored, by: Rule.text(labeling: other, stored.rule.query.text), db)
        }
    }
}

/// The parts of statements that read labels.
enum LabelQueries {
    private static let separator = "\n"  // no name contains it

    /// The names of the labels that an account has given an item, joined; NULL without any.
    ///
    /// - Parameters:
    ///   - item: the expression of the item's id.
    ///   - account: the expression of the account's id.
    static func names(of item: String, _ account: String) -> String {
        """
        (SELECT string_agg(given.name, '\(separator)') FROM item_label CROSS JOIN label AS given
            ON given.id = item_label.label_id AND given.account_id = \(account) WHERE item_label.item_id = \(item))
        """
    }

    /// The names that ``names(of:_:)`` has joined, in alphabetical order.
    static func names(_ joined: String?) -> [String] {
        joined.map { LabelName.sorted($0.split(separator: separator).map(String.init)) } ?? []
    }

    /// A condition: the account has given the item a label.
    ///
    /// - Parameter folded: the expression of the label's folded name; nil for any label.
    static func has(_ item: String, _ account: String, folded: String? = nil) -> String {
        let named = folded.map { " AND given.folded = \($0)" } ?? ""
        return """
            EXISTS (SELECT 1 FROM item_label CROSS JOIN label AS given
                ON given.id = item_label.label_id AND given.account_id = \(account)\(named)
                WHERE item_label.item_id = \(item))
            """
    }
}

/// The items that accounts keep, because they have saved them or given them labels.
enum KeptItems {
    /// A condition: an account keeps `item`.
    static let isKept = """
        (EXISTS (SELECT 1 FROM mark WHERE item_id = item.id AND saved_at IS NOT NULL)
            OR EXISTS (SELECT 1 FROM item_label WHERE item_id = item.id))
        """

    /// A source of rows with an account, an item that it keeps, and the feed to show it under. An item with several labels has
    /// several rows.
    static let rows = """
        (SELECT account_id, item_id, saved_in FROM mark WHERE saved_at IS NOT NULL
            UNION ALL SELECT label.account_id, item_label.item_id, mark.saved_in
            FROM label JOIN item_label ON item_label.label_id = label.id JOIN mark ON mark.item_id = item_label.item_id AND mark.account_id = label.account_id) AS kept
        """
}
