import GRDB
import Platform

extension StoreFile {
    /// Reads rows, and skips those with values that this version doesn't understand.
    func rows<T>(
        of table: String, _ statement: Statement, _ arguments: StatementArguments = [], _ read: (Columns) throws -> T
    ) throws -> [T] {
        let cursor = try Row.fetchCursor(statement, arguments: arguments)
        var result: [T] = []
        while let row = try cursor.next() {
            do {
                result.append(try read(Columns(row)))
            } catch is DamagedValue {
                skipRow(of: table)
            }
        }
        return result
    }
}

extension Statement {
    /// The integer in the only row.
    func count(_ arguments: StatementArguments = []) throws -> Int {
        guard let row = try Row.fetchOne(self, arguments: arguments) else { return 0 }
        return try Columns(row).count(0)
    }
}
