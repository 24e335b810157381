import GRDB
import SQL

/// A table of a damaged file, read row by row in the order of an integer column, skipping damage.
struct DamagedTable {
    let db: Database
    /// The table, with a condition if only a part of it is read.
    let source: String
    /// The column that orders the rows; its values are unique.
    let id: String

    init(_ db: Database, _ table: String, id: String = "id", where condition: String = "TRUE") {
        self.db = db
        self.id = id
        source = "\(table) WHERE (\(condition))"
    }

    /// Calls `body` with the columns of each readable row; the first is `id`.
    ///
    /// - Returns: whether every row could be read. Errors that `body` throws are thrown on.
    func read(_ columns: String, _ body: (SQLRow) throws -> Void) throws -> Bool {
        var last: Int64 = 0
        var isWhole = true
        while true {
            switch try readOn(columns, after: &last, body) {
            case .success: return isWhole
            case .failure: isWhole = false
            }
            guard let next = firstReadable(after: last) else { return false }
            last = next
        }
    }

    /// Reads until the end or the next unreadable row.
    private func readOn(
        _ columns: String, after last: inout Int64, _ body: (SQLRow) throws -> Void
    ) throws -> Result<Void, any Error> {
        let sql = "SELECT \(id), \(columns) FROM \(source) AND \(id) > ? ORDER BY \(id)"
        let cursor: RowCursor
        do {
            cursor = try Row.fetchCursor(db, sql: sql, arguments: [last])
        } catch {
            return .failure(error)
        }
        while true {
            let columns: SQLRow
            do {
                guard let row = try cursor.next() else { return .success(()) }
                columns = SQLRow(row)
                let next = try columns.integer(0)
                // Damaged pages can yield rows in any order.
                guard next > last else { throw DamagedValue(column: id) }
                last = next
            } catch {
                return .failure(error)
            }
            try body(columns)
        }
    }

    /// The largest id before the next readable row; nil if no such row exists.
    ///
    /// The first unreadable row follows `last`. If it can be found, only its values are damaged, and it is skipped.
    private func firstReadable(after last: Int64) -> Int64? {
        if case .success(let row) = seek(after: last) { return row }
        var bad = last, step: Int64 = 1
        var good: Int64?
        while good == nil {
            let (place, overflow) = bad.addingReportingOverflow(step)
            if overflow || step > 1 << 40 { return nil }
            if case .success = seek(after: place) { good = place } else { (bad, step) = (place, step * 2) }
        }
        guard var good else { return nil }
        while good - bad > 1 {
            let middle = bad + (good - bad) / 2
            if case .success = seek(after: middle) { good = middle } else { bad = middle }
        }
        return good
    }

    /// The id of the first row after a position; nil at the end.
    private func seek(after place: Int64) -> Result<Int64?, any Error> {
        Result {
            let sql = "SELECT \(id) FROM \(source) AND \(id) > ? ORDER BY \(id) LIMIT 1"
            return try Row.fetchOne(db, sql: sql, arguments: [place]).map { try SQLRow($0).integer(0) }
        }
    }
}
