import GRDB
import GRDBSQLite
import Search

extension SQLiteConnection {
    /// SQLite asks between steps of its program whether the ``SearchDeadline`` has passed.
    func limited<T>(until deadline: ContinuousClock.Instant?, _ body: () throws -> T) throws -> T {
        if deadline == nil { return try body() }
        sqlite3_progress_handler(db.sqliteConnection, 1_000, { _ in SearchDeadline.hasPassed ? 1 : 0 }, nil)
        defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
        let result = Result { try body() }
        if SearchDeadline.hasPassed { throw FeedStoreError.tooSlow }
        return try result.get()
    }
}
