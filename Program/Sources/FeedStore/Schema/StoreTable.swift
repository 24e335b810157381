/// A table of the store.
///
/// From ``all`` come the tables of both databases, what ``FeedStore/copy(to:progress:)`` copies, what a rescue moves out of a
/// damaged file, what is removed with an account, and the table in `docs/store.md`.
struct StoreTable: Sendable {
    /// A column.
    struct Column: Sendable {
        enum Kind: Sendable {
            /// The primary key, which the database makes: higher than that of any other row, also of removed ones.
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
        /// It isn't moved: it is made anew, or what it contains may be lost.
        case none
        /// Row by row, by the only column of the key.
        case rows
        /// Row by row for each row of that table. The key is the id of that row and another number.
        case rowsForEach(String)
        /// In one scan, which the first damaged row ends.
        case scan
    }

    let name: String
    /// What each row is, for the documentation.
    let row: String
    /// What else to know for those who look into the store.
    var notes = ""
    let columns: [Column]
    /// The columns of the primary key; none for a table of one row.
    let key: [String]
    var unique: [[String]] = []
    var indexes: [Index] = []
    /// Whether SQLite numbers the rows, although the key has several columns, since they are large.
    var numbersRows = false
    /// Whether copying a store copies the rows.
    var isCopied = true
    var rescue = RescueMethod.none
    /// What is incomplete if a rescue loses rows; nil for nothing that it reports.
    var part: Rescue.Part?

    /// The rows that belong to an account, which is the parameter; nil if all accounts share them.
    var ownedRows: String? {
        if columns.contains(where: { $0.name == "account_id" }) { return "account_id = ?" }
        guard case .rowsForEach(let owner) = rescue,
            let owned = Self.all.first(where: { $0.name == owner })?.ownedRows
        else { return nil }
        return "\(owner)_id IN (SELECT id FROM \(owner) WHERE \(owned))"
    }

    /// Whether the database makes the ids of new rows.
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
