import FeedStore
import Synchronization

/// The numbers of the store's last changes: in memory, so that event loops can compare them.
final class ChangeLog: Sendable {
    private struct State {
        var number = 0
        /// The number of the last change that may concern all accounts: of a feed, or of anything.
        var shared = 0
        /// The numbers of the last changes of each account's own data.
        var accounts: [Account.ID: Int] = [:]
    }

    // Requests on many threads compare their numbers.
    private let state = Mutex(State())

    /// The number of the last change that may concern what an account sees.
    func number(for account: Account.ID) -> Int {
        state.withLock { max($0.shared, $0.accounts[account] ?? 0) }
    }

    /// Notes changes.
    func note(_ changes: StoreChanges) {
        if changes.isEmpty { return }
        state.withLock { state in
            state.number += 1
            // An item may be listed by several feeds, so each account may see it.
            if changes.isEverything || !changes.feeds.isEmpty { state.shared = state.number }
            for account in changes.accounts { state.accounts[account] = state.number }
            if changes.isEverything { state.accounts = [:] }
        }
    }
}
