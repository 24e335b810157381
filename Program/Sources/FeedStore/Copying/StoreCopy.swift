import Platform
import SQL

/// The contents of a copy of a store.
package struct StoreCopy: Sendable, Hashable {
    /// The number of a table's rows.
    package struct Table: Sendable, Hashable {
        /// The table's name; `docs/store.md` lists them.
        package let name: String
        /// A description of a row.
        package let row: String
        /// The number of copied rows.
        package let count: Int
    }

    /// The tables in the order in which they were copied.
    package internal(set) var tables: [Table] = []
    /// The size of the copy's file in bytes; nil for a database.
    package internal(set) var bytes: Int?
    /// The duration in seconds.
    package internal(set) var seconds: Double = 0

    /// The number of rows of all tables.
    package var rows: Int { tables.reduce(0) { $0 + $1.count } }

    /// The number of a table's rows.
    package func count(_ table: String) -> Int { tables.first { $0.name == table }?.count ?? 0 }

    /// Sets the size from the copy's file.
    package mutating func measure(_ path: String) { bytes = FileStatus(path)?.size }

    mutating func add(_ table: StoreTable, _ count: Int) {
        tables.append(Table(name: table.name, row: table.row, count: count))
    }
}

extension Duration {
    /// The number of seconds.
    var seconds: Double { self / .seconds(1) }
}

extension FeedStore {
    /// The maximum number of rows in memory.
    private static let batch = 500

    /// Copies all accounts into an empty store of any kind of database, in one transaction.
    ///
    /// Items keep their ids. The full-text index is made at the next search. Changes to this store meanwhile aren't copied.
    /// Throws ``FeedStoreError/notEmpty(path:)`` if the other store has feeds, items or another account.
    /// - Parameter progress: called after each table with its name and the number of its rows.
    @discardableResult
    package func copy(
        to other: FeedStore, progress: (_ table: String, _ rows: Int) -> Void = { _, _ in }
    ) throws -> StoreCopy {
        let start = ContinuousClock.now
        var copy = StoreCopy()
        try read(isLong: true) { source in
            try other.write(.copy) { target in
                copy = StoreCopy()
                guard try Self.isEmpty(target) else { throw FeedStoreError.notEmpty(path: other.name) }
                try target.execute("DELETE FROM account")
                for table in StoreTable.all where table.isCopied {
                    let count = try Self.copy(table, from: source, to: target)
                    copy.add(table, count)
                    progress(table.name, count)
                }
                try target.continueNumbers(after: source.highestNumber())
                try other.database.finishCopy(target)
                try SearchIndex(db: target).queueAll()
            }
        }
        copy.seconds = (ContinuousClock.now - start).seconds
        return copy
    }

    private static func isEmpty(_ db: StoreTransaction) throws -> Bool {
        for table in ["item", "feed", "followed"] where try db.row("SELECT 1 FROM \(table) LIMIT 1") != nil {
            return false
        }
        return try db.isAlone()
    }

    /// Returns the number of rows.
    private static func copy(
        _ table: StoreTable, from source: StoreTransaction, to target: StoreTransaction
    ) throws -> Int {
        let key = table.key.joined(separator: ", ")
        let bound = table.key.map { _ in "?" }.joined(separator: ", ")
        var last: [(any SQLValueConvertible)?] = []
        var count = 0
        while true {
            let after = last.isEmpty ? "" : "WHERE (\(key)) > (\(bound)) "
            let rows = try source.rows(
                "SELECT \(key), \(table.name).* FROM \(table.name) \(after)ORDER BY \(key) LIMIT \(batch)", last
            )
            guard let first = rows.first, let end = rows.last else { return count }
            let names = first.names.dropFirst(table.key.count).joined(separator: ", ")
            let marks = "(" + first.names.dropFirst(table.key.count).map { _ in "?" }.joined(separator: ", ") + ")"
            // Few rows in a statement, of which SQLite bounds the parameters.
            for start in stride(from: 0, to: rows.count, by: 50) {
                let part = rows[start..<min(start + 50, rows.count)]
                let values = part.map { _ in marks }.joined(separator: ", ")
                _ = try target.execute(
                    "INSERT INTO \(table.name) (\(names)) VALUES \(values)",
                    part.flatMap { Array($0.values.dropFirst(table.key.count)) }, isReused: false)
            }
            count += rows.count
            last = Array(end.values.prefix(table.key.count))
        }
    }
}
