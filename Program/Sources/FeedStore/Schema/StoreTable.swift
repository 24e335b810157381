/// A table of the store.
///
/// ``all`` determines the tables of both databases, the rows that ``FeedStore/copy(to:progress:)`` copies, that a rescue moves
/// out of a damaged file and that are removed with an account, and the table in `docs/store.md`.
struct StoreTable: Sendable {
    /// A column.
    struct Column: Sendable {
        enum Kind: Sendable {
            /// The primary key, which the database generates. Ids of removed rows aren't reused.
            case generatedID
            /// A number, or milliseconds since 1970.
            case integer
            /// 0 or 1.
            case flag
            case real
            case text
            case data
        }

        let name: String
        let kind: Kind
        var isOptional = false
        /// An SQL literal.
        var defaultValue: String?
    }

    /// An index besides those of the primary key and of unique columns.
    struct Index: Sendable {
        let name: String
        /// The columns or expressions, each perhaps with `DESC`, which sorts NULL last.
        let columns: [String]
        var isUnique = false
        /// A condition on the rows that it contains; nil for all.
        var condition: String?
        /// The database whose queries need it; nil for both.
        var dialect: SQLDialect?
    }

    /// The method by which a rescue reads the table in a damaged file.
    enum RescueMethod: Sendable {
        /// It isn't moved: its rows are derived from others, or may be lost.
        case none
        /// Row by row, by the only column of the key.
        case rows
        /// Row by row for each row of that table. The key is the id of that row and another number.
        case rowsForEach(String)
        /// In one scan, which the first damaged row ends.
        case scan
    }

    let name: String
    /// A description of a row, for the documentation.
    let row: String
    /// Further explanations, for the documentation.
    var notes = ""
    let columns: [Column]
    /// The columns of the primary key; none for a table of one row.
    let key: [String]
    var unique: [[String]] = []
    var indexes: [Index] = []
    /// True for a table with large rows, which SQLite stores by number, although the key has several columns.
    var numbersRows = false
    /// True if copying a store copies the rows.
    var isCopied = true
    var rescue = RescueMethod.none
    /// The part to report as incomplete if a rescue loses rows; nil for none.
    var part: Rescue.Part?

    /// A condition on the rows of the account that is the parameter; nil if all accounts share the table.
    var ownedRows: String? {
        if columns.contains(where: { $0.name == "account_id" }) { return "account_id = ?" }
        guard case .rowsForEach(let owner) = rescue,
            let owned = Self.all.first(where: { $0.name == owner })?.ownedRows
        else { return nil }
        return "\(owner)_id IN (SELECT id FROM \(owner) WHERE \(owned))"
    }

    /// True if the database generates the ids of new rows.
    var generatesIDs: Bool { columns.contains { $0.kind == .generatedID } }
}

extension StoreTable.Column {
    static let id = Self(name: "id", kind: .generatedID)

    static func integer(_ name: String, default value: Int? = nil) -> Self {
        Self(name: name, kind: .integer, defaultValue: value.map(String.init))
    }

    static func flag(_ name: String, default value: Int? = 0) -> Self {
        Self(name: name, kind: .flag, defaultValue: value.map(String.init))
    }

    static func real(_ name: String) -> Self { Self(name: name, kind: .real) }

    static func text(_ name: String, default value: String? = nil) -> Self {
        Self(name: name, kind: .text, defaultValue: value.map { "'\($0)'" })
    }

    static func data(_ name: String) -> Self { Self(name: name, kind: .data) }

    /// The column as one that may be NULL.
    var optional: Self { with { $0.isOptional = true } }

    /// The column as one that is empty by default.
    var emptyByDefault: Self { with { $0.defaultValue = "''" } }

    private func with(_ change: (inout Self) -> Void) -> Self {
        var column = self
        change(&column)
        return column
    }
}

extension StoreTable.Index {
    init(
        _ name: String, _ columns: String..., where condition: String? = nil, isUnique: Bool = false,
        only dialect: SQLDialect? = nil
    ) {
        self.init(name: name, columns: columns, isUnique: isUnique, condition: condition, dialect: dialect)
    }
}

extension StoreTable {
    /// The statements that make the table with its indexes.
    func creation(in dialect: SQLDialect) -> [String] {
        var parts = columns.map { $0.definition(in: dialect, isKey: key == [$0.name]) }
        if key.count > 1 { parts.append("PRIMARY KEY (\(key.joined(separator: ", ")))") }
        parts += unique.map { "UNIQUE (\($0.joined(separator: ", ")))" }
        var options = ""
        if dialect == .sqlite { options = key.count > 1 && !numbersRows ? " STRICT, WITHOUT ROWID" : " STRICT" }
        let indexes = indexes.filter { $0.dialect.map { $0 == dialect } ?? true }
        return ["CREATE TABLE \(name) (\n    \(parts.joined(separator: ",\n    "))\n)\(options)"]
            + indexes.map { $0.creation(on: self, in: dialect) }
    }

    /// The statement with which a migration adds a column that an earlier version didn't have, under the name that it
    /// had then.
    static func addition(
        of column: String, to table: String, as name: String? = nil, in dialect: SQLDialect
    ) -> [String] {
        all.filter { $0.name == table }.flatMap(\.columns).filter { $0.name == column }.map {
            "ALTER TABLE \(table) ADD COLUMN \($0.definition(in: dialect, isKey: false, name: name))"
        }
    }

    /// The statement with which a migration adds an index to a table that the earlier version has.
    static func addition(ofIndex name: String, in dialect: SQLDialect) -> [String] {
        all.flatMap { table in
            table.indexes.filter { $0.name == name }.map { $0.creation(on: table, in: dialect) }
        }
    }
}

extension StoreTable.Column {
    fileprivate func definition(in dialect: SQLDialect, isKey: Bool, name: String? = nil) -> String {
        var definition = "\(name ?? self.name) \(type(in: dialect))"
        if isKey {
            definition += kind == .generatedID && dialect == .sqlite ? " PRIMARY KEY AUTOINCREMENT" : " PRIMARY KEY"
        } else if !isOptional {
            definition += " NOT NULL"
        }
        if let defaultValue {
            definition += " DEFAULT " + (kind == .data && dialect == .sqlite ? "x" : "") + defaultValue
        }
        return definition
    }

    private func type(in dialect: SQLDialect) -> String {
        switch (kind, dialect) {
        case (.generatedID, .postgreSQL): "BIGINT GENERATED BY DEFAULT AS IDENTITY"
        case (.generatedID, .sqlite), (.integer, .sqlite), (.flag, .sqlite): "INTEGER"
        case (.integer, .postgreSQL): "BIGINT"
        case (.flag, .postgreSQL): "SMALLINT"
        case (.real, .sqlite): "REAL"
        case (.real, .postgreSQL): "DOUBLE PRECISION"
        case (.text, _): "TEXT"
        case (.data, .sqlite): "BLOB"
        case (.data, .postgreSQL): "BYTEA"
        }
    }
}

extension StoreTable.Index {
    fileprivate func creation(on table: StoreTable, in dialect: SQLDialect) -> String {
        let optional = Set(table.columns.filter(\.isOptional).map { $0.name + " DESC" })
        let columns = columns.map { column in
            // SQLite has NULL below all values, PostgreSQL above them.
            dialect == .postgreSQL && optional.contains(column) ? column + " NULLS LAST" : column
        }
        return "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(name) ON \(table.name) (\(columns.joined(separator: ", ")))"
            + (condition.map { " WHERE " + $0 } ?? "")
    }
}

/// The language of a database, where the two differ.
enum SQLDialect: Sendable {
    case sqlite, postgreSQL
}

extension StoreTable {
    /// The tables for `docs/store.md`.
    static var documentation: String {
        let rows = all.map { table in
            let cells = [
                "`\(table.name)`", table.row, table.ownedRows == nil ? "all" : "the account",
                table.isRescued ? "yes" : "no",
                table.notes,
            ]
            return "| " + cells.joined(separator: " | ") + " |\n"
        }
        return """
            The version of the format is \(Schema.version).

            | table | each row is | belongs to | rescued | notes |
            |---|---|---|---|---|

            """ + rows.joined()
    }

    private var isRescued: Bool { if case .none = rescue { name == "sequence" } else { true } }
}
