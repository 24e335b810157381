import Platform
import SQL
import WebText

/// The paths of folders: the names of nested folders, joined by slashes, such as `News/Tech`.
package enum FolderPath {
    /// The path without empty names, spaces around names and U+0000; empty if no name is left.
    package static func normalized(_ text: String) -> String {
        text.withoutNULs.split(separator: "/").map { String($0).trimmed }.filter { !$0.isEmpty }.joined(separator: "/")
    }

    /// True if the path is the folder's or that of a subfolder, at any depth. Case matters.
    package static func contains(_ folder: String, _ path: String) -> Bool {
        path.hasPrefix(folder) && (path.utf8.count == folder.utf8.count || path.dropFirst(folder.count).first == "/")
    }

    /// The paths of a folder and those around it, outermost first: `News`, `News/Tech`.
    package static func around(_ path: String) -> [String] {
        let names = path.split(separator: "/")
        return names.indices.map { names[...$0].joined(separator: "/") }
    }

    /// A condition on a folder of followed feeds: the folder of a bound value, and its subfolders.
    ///
    /// - Parameters:
    ///   - value: the name of the bound value.
    ///   - folder: the expression of the folder.
    static func condition(_ value: String, of folder: String = "folder") -> String {
        "(\(folder) = \(value) OR substr(\(folder), 1, length(\(value)) + 1) = \(value) || '/')"
    }
}

extension String {
    /// Without U+0000: SQLite's functions read a text up to it, and PostgreSQL refuses it.
    var withoutNULs: String {
        guard unicodeScalars.contains("\0") else { return self }
        return String(UnicodeScalarView(unicodeScalars.filter { $0 != "\0" }))
    }
}

extension FeedStore {
    /// The folders that contain feeds, and those that were added and never contained one, by path.
    ///
    /// Writes if folders were added or left elsewhere since the last call.
    package func folders() throws -> [Folder] {
        let (stored, isCurrent) = try read { db in
            let stored = try StoredFolders(db)
            return (stored.folders, stored.isCurrent)
        }
        if isCurrent { return stored }
        return try write { db in
            try StoredFolders(db).update()
            return try StoredFolders(db).folders
        }
    }

    /// Adds an empty folder.
    ///
    /// - Returns: nil if there is one with this path, or if the path is empty; nothing changes then.
    package func addFolder(_ path: String) throws -> Folder? {
        let path = FolderPath.normalized(path)
        if path.isEmpty { return nil }
        return try write { db in
            try StoredFolders(db).update()
            db.noteAdded(.folders)
            let sql = "INSERT INTO folder (account_id, name) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING id"
            return try db.row(sql, [db.account, path]).map { Folder(id: try $0.integer(0), path: path) }
        }
    }

    /// Renames a folder and moves its subfolders with it; the folder keeps its number.
    ///
    /// - Returns: false if there is no such folder, or if another folder has the path; nothing changes then.
    @discardableResult
    package func renameFolder(_ id: Folder.ID, to path: String, at date: Date) throws -> Bool {
        let path = FolderPath.normalized(path)
        if path.isEmpty { return false }
        return try write { db in
            try StoredFolders(db).update()
            let folders = try StoredFolders(db).folders
            guard let folder = folders.first(where: { $0.id == id }) else { return false }
            if folder.path == path { return true }
            if folders.contains(where: { $0.path == path }) { return false }
            for table in [("followed", "folder"), ("folder", "name")] {
                try db.execute(
                    """
                    UPDATE \(table.0) SET \(table.1) = ?3 || substr(\(table.1), length(?2) + 1)
                    WHERE account_id = ?1 AND \(FolderPath.condition("?2", of: table.1))
                    """, [db.account, folder.path, path])
            }
            try reapplyFolderRules(db, at: date)
            return true
        }
    }

    /// Removes a folder; its feeds stay followed, in no folder.
    ///
    /// - Returns: false if there is no such folder.
    @discardableResult
    package func removeFolder(_ id: Folder.ID, at date: Date) throws -> Bool {
        try write { db in
            let known = "SELECT name FROM folder WHERE id = ? AND account_id = ?"
            guard let path = try db.row(known, [id, db.account])?.text(0) else { return false }
            try db.execute(
                "UPDATE followed SET folder = NULL WHERE folder = ? AND account_id = ?", [path, db.account])
            try db.execute("DELETE FROM folder WHERE id = ?", [id])
            try reapplyFolderRules(db, at: date)
            return true
        }
    }
}

/// The account's folders with their numbers, compared with the folders of its feeds.
private struct StoredFolders {
    private struct Row {
        let folder: Folder
        let isUsed: Bool
    }

    private enum Change {
        case add(String)
        case use(Folder.ID)
        case remove(Folder.ID)
    }

    private let db: StoreTransaction
    private let rows: [Row]
    private let used: Set<String>

    init(_ db: StoreTransaction) throws {
        self.db = db
        rows = try db.rows("SELECT id, name, is_used FROM folder WHERE account_id = ? ORDER BY name", [db.account]).map
        {
            Row(folder: Folder(id: try $0.integer(0), path: try $0.text(1)), isUsed: try $0.flag(2))
        }
        let followed = "SELECT DISTINCT folder FROM followed WHERE account_id = ? AND folder IS NOT NULL"
        used = Set(try db.rows(followed, [db.account]).map { try $0.text(0) })
    }

    var folders: [Folder] { rows.map(\.folder) }

    /// The differences from the folders of the feeds.
    private var changes: [Change] {
        let known = Set(rows.map(\.folder.path))
        return used.subtracting(known).sorted().map(Change.add)
            + rows.compactMap { row in
                let isUsed = used.contains(row.folder.path)
                if isUsed == row.isUsed { return nil }
                return isUsed ? .use(row.folder.id) : .remove(row.folder.id)
            }
    }

    var isCurrent: Bool { changes.isEmpty }

    func update() throws {
        for change in changes {
            switch change {
            case .add(let path):
                try db.execute(
                    "INSERT INTO folder (account_id, name, is_used) VALUES (?, ?, 1)", [db.account, path])
            case .use(let id): try db.execute("UPDATE folder SET is_used = 1 WHERE id = ?", [id])
            case .remove(let id): try db.execute("DELETE FROM folder WHERE id = ?", [id])
            }
        }
    }
}
