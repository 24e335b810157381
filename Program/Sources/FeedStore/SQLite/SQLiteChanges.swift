import Platform
import SQL
import Synchronization

/// The changes of a file: commits of this process, and of others, for which it polls each second.
final class SQLiteChanges: Sendable {
    /// The time between two polls of the number of the last change, in seconds.
    private static let interval = 1.0

    private struct State {
        var pending = StoreChanges()
        /// The number of the last known change; nil before the first poll.
        var known: Int?
        var nextPoll = 0.0
    }

    private let state = Mutex(State())
    private let wake = WakeSignal()

    /// Notes a commit of this process.
    ///
    /// - Parameter offset: the number that ``SQLiteDatabase/changeNumber(for:)`` adds to numbers in the file.
    func note(_ committed: CommittedChanges, offset: Int) {
        state.withLock { state in
            state.pending.formUnion(committed.changes)
            // Otherwise another process has committed too, which the next poll finds.
            if let previous = committed.previous, state.known == Int(previous) + offset,
                let number = committed.changeNumbers[.everything]
            {
                state.known = Int(number) + offset
            }
        }
        wake.send()
    }

    /// - Parameter changeNumber: reads the number of the last change; nil if it can't be read.
    func wait(atMost seconds: Double, _ changeNumber: () -> Int?) -> StoreChanges {
        let end = MonotonicTime.now + seconds
        while true {
            if state.withLock({ $0.nextPoll }) <= MonotonicTime.now { poll(changeNumber) }
            let (changes, next) = state.withLock { ($0.pending.take(), $0.nextPoll) }
            if !changes.isEmpty || MonotonicTime.now >= end { return changes }
            wake.wait(until: min(end, next))
        }
    }

    private func poll(_ changeNumber: () -> Int?) {
        let number = changeNumber()
        state.withLock { state in
            state.nextPoll = MonotonicTime.now + Self.interval
            guard let number, number != state.known else { return }
            // A commit of this process may have been noted since the number was read.
            if let known = state.known, number < known, number >> 40 == known >> 40 { return }
            state.known = number
            state.pending.isEverything = true
        }
    }

    /// True if a wait has yet to return changes of the account.
    func hasPending(of account: Account.ID) -> Bool { state.withLock { $0.pending.concern(account) } }

    /// Ends a wait.
    func close() { wake.send() }
}

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
        return CommittedChanges(changes: changes, previous: before, changeNumbers: [.everything: number])
    }
}
