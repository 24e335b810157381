import SQL

extension StoreFile {
    /// Reads rows, and skips those with values that this version doesn't understand.
    func rows<T>(
        of table: String, _ db: any SQLConnection, _ sql: String, _ values: [(any SQLValueConvertible)?] = [],
        isReused: Bool = true, _ read: (SQLRow) throws -> T
    ) throws -> [T] {
        try db.rows(sql, values, isReused: isReused).compactMap { row in
            do {
                return try read(row)
            } catch is DamagedValue {
                skipRow(of: table)
                return nil
            }
        }
    }
}
