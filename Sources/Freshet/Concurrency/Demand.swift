import Synchronization

/// Whether a consumer with a bounded buffer has room for more elements.
///
/// The lifetime of the consumer's chain stores it. Sources that can pause check it before each step. It holds no
/// reference to a sink.
package final class Demand: Sendable {
    private struct State {
        var isExhausted = false
        var isOver = false
        var waiting: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Whether sources must wait before they emit.
    package var isExhausted: Bool { state.withLock { $0.isExhausted } }

    /// Makes sources wait until ``renew()`` or ``finish()`` is called.
    package func exhaust() {
        state.withLock { state in
            if !state.isOver { state.isExhausted = true }
        }
    }

    /// Resumes waiting sources, on this thread.
    package func renew() { resume(isOver: false) }

    /// Resumes all waiting sources because the chain has ended. No source waits after that.
    package func finish() { resume(isOver: true) }

    private func resume(isOver: Bool) {
        let waiting = state.withLock { state in
            state.isExhausted = false
            if isOver { state.isOver = true }
            defer { state.waiting = [] }
            return state.waiting
        }
        for body in waiting { body() }
    }

    /// Runs `body` at once if the consumer has room, else when ``renew()`` or ``finish()`` is called.
    package func whenRenewed(_ body: @escaping @Sendable () -> Void) {
        let hasRoom = state.withLock { state in
            if state.isExhausted { state.waiting.append(body) }
            return !state.isExhausted
        }
        if hasRoom { body() }
    }

    /// Suspends until the consumer has room or the chain has ended.
    func wait() async {
        await withCheckedContinuation { continuation in whenRenewed { continuation.resume() } }
    }
}
