import Platform

/// What a copy of a store contains.
package struct StoreCopy: Sendable, Hashable {
    /// The number of a table's rows.
    package struct Table: Sendable, Hashable {
        /// The table's name; `docs/store.md` lists them.
        package let name: String
        /// What a row is.
        package let row: String
        /// The number of copied rows.
        package let count: Int
    }

    /// The tables in the order in which they were copied.
    package internal(set) var tables: [Table] = []
    /// The size of the copy's file in bytes; nil for a database.
    package internal(set) var bytes: Int?
    /// How long it took.
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
