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
        /// Whether it may be NULL.
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

    /// How a rescue reads the table in a damaged file.
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

    /// The same column, which may be NULL.
    var optional: Self { with { $0.isOptional = true } }

    /// The same column, which is empty by default.
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
