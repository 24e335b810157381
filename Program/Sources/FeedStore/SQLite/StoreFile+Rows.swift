#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

import GRDB

extension StoreFile {
    /// Reads rows, and skips those with values that this version doesn't understand.
    func rows<T>(
        of table: String, _ db: Database, _ sql: String, _ arguments: StatementArguments, _ read: (Columns) throws -> T
    ) throws -> [T] {
        let cursor = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
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

extension Database {
    /// The integer that a statement returns in its only row.
    func count(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        guard let row = try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments) else { return 0 }
        return try Columns(row).count(0)
    }
}
