import SQL

/// The numbers of a file. The row of `sequence` has the last one.
struct SQLiteLocks: WriterLocks {
    var excludesWriters: Bool { true }
    var keepingRows: String { "" }
    var changingRows: String { "" }

    func reserveNumbers(_ db: any SQLConnection) throws -> ClosedRange<Int64> {
        // Those that aren't used are returned when the last one is recorded.
        (try highestNumber(db) + 1)...(.max)
    }

    func highestNumber(_ db: any SQLConnection) throws -> Int64 {
        try db.row("SELECT value FROM sequence")?.integer(0) ?? 0
    }

    func continueNumbers(after number: Int64, _ db: any SQLConnection) throws {
        try db.execute("UPDATE sequence SET value = max(value, ?)", [number])
    }

    func lockArrivals(_ db: any SQLConnection) {}

    func lock(feeds: [FeedKey], scopes: Set<String>, _ db: any SQLConnection) {}

    func record(
        _ changes: StoreChanges, number: Int64, arrival: Int64?, _ db: any SQLConnection
    ) throws -> CommittedChanges {
        let before = try highestNumber(db)
        try db.execute("UPDATE sequence SET value = ?", [number])
        return CommittedChanges(changes: changes, previous: before, versions: [.everything: number])
    }
}
