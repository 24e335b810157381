import Platform
import Synchronization

/// What has changed in a file, which this process notes after its commits, and which it finds out about others each second.
final class SQLiteChanges: Sendable {
    /// The time between two looks at the number of the last change, in seconds.
    private static let interval = 1.0

    private struct State {
        var pending = StoreChanges()
        /// The number of the last known change; nil before the first look.
        var known: Int?
        var nextLook = 0.0
    }

    private let state = Mutex(State())
    private let wake = WakeSignal()

    /// Notes a commit of this process.
    ///
    /// - Parameter offset: what ``SQLiteDatabase/version()`` adds to numbers in the file.
    func note(_ committed: CommittedChanges, offset: Int) {
        state.withLock { state in
            state.pending.formUnion(committed.changes)
            // Otherwise another process has committed too, which the next look finds.
            if let previous = committed.previous, state.known == Int(previous) + offset,
                let number = committed.versions[.everything]
            {
                state.known = Int(number) + offset
            }
        }
        wake.send()
    }

    /// - Parameter version: reads the number of the last change; nil if it can't be read.
    func wait(atMost seconds: Double, _ version: () -> Int?) -> StoreChanges {
        let end = MonotonicTime.now + seconds
        while true {
            if state.withLock({ $0.nextLook }) <= MonotonicTime.now { look(version) }
            let (changes, next) = state.withLock { ($0.pending.take(), $0.nextLook) }
            if !changes.isEmpty || MonotonicTime.now >= end { return changes }
            wake.wait(until: min(end, next))
        }
    }

    private func look(_ version: () -> Int?) {
        let number = version()
        state.withLock { state in
            state.nextLook = MonotonicTime.now + Self.interval
            guard let number, number != state.known else { return }
            // A commit of this process may have been noted since the number was read.
            if let known = state.known, number < known, number >> 40 == known >> 40 { return }
            state.known = number
            state.pending.isEverything = true
        }
    }

    /// Whether a wait has yet to return changes of the account.
    func hasPending(of account: Account.ID) -> Bool { state.withLock { $0.pending.concern(account) } }

    /// Ends a wait.
    func close() { wake.send() }
}
