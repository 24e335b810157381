import Synchronization

/// Whether a consumer with a bounded buffer wants more: what it has is full until it says otherwise.
///
/// It hangs at the lifetime of a chain, where sources that can wait look at it before they take another step. It refers to no sink.
package final class Demand: Sendable {
    private struct State {
        var isExhausted = false
        var isOver = false
        var waiting: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Whether a source should wait.
    package var isExhausted: Bool { state.withLock { $0.isExhausted } }

    /// Nothing more is wanted for the time being.
    package func exhaust() {
        state.withLock { state in
            if !state.isOver { state.isExhausted = true }
        }
    }

    /// More is wanted: what waits goes on, on this thread.
    package func renew() { goOn(isOver: false) }

    /// Nobody waits any more, whether more is wanted or not: the chain has ended.
    package func finish() { goOn(isOver: true) }

    private func goOn(isOver: Bool) {
        let waiting = state.withLock { state in
            state.isExhausted = false
            if isOver { state.isOver = true }
            defer { state.waiting = [] }
            return state.waiting
        }
        for body in waiting { body() }
    }

    /// Runs `body` when more is wanted; at once if it is already.
    package func whenRenewed(_ body: @escaping @Sendable () -> Void) {
        let isWanted = state.withLock { state in
            if state.isExhausted { state.waiting.append(body) }
            return !state.isExhausted
        }
        if isWanted { body() }
    }

    /// Waits until more is wanted.
    func wait() async {
        await withCheckedContinuation { continuation in whenRenewed { continuation.resume() } }
    }
}
