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
