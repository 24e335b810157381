import GRDB
import GRDBSQLite
import Search

extension SQLiteConnection {
    /// SQLite asks between steps of its program; a step that compares a pattern asks by itself.
    func limited<T>(until deadline: ContinuousClock.Instant?, _ body: () throws -> T) throws -> T {
        guard let deadline else { return try body() }
        return try SearchDeadline.$current.withValue(deadline) {
            sqlite3_progress_handler(db.sqliteConnection, 1_000, { _ in SearchDeadline.hasPassed ? 1 : 0 }, nil)
            defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
            let result = Result { try body() }
            if SearchDeadline.hasPassed { throw FeedStoreError.tooSlow }
            return try result.get()
        }
    }
}
