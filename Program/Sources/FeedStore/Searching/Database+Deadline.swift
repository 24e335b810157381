import GRDB
import GRDBSQLite
import Search

extension Database {
    /// Runs a search that ends with ``FeedStoreError/tooSlow`` if a deadline passes.
    ///
    /// SQLite asks between steps of its program; a step that compares a pattern asks by itself.
    func search<T>(until deadline: ContinuousClock.Instant?, _ body: () throws -> T) throws -> T {
        guard let deadline else { return try body() }
        return try SearchDeadline.$current.withValue(deadline) {
            sqlite3_progress_handler(sqliteConnection, 1_000, { _ in SearchDeadline.hasPassed ? 1 : 0 }, nil)
            defer { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
            let result = Result { try body() }
            if SearchDeadline.hasPassed { throw FeedStoreError.tooSlow }
            return try result.get()
        }
    }
}
