import Synchronization

// Safe to share: all state is in a Mutex, but for the link.
/// Holds the lifetime of the source that a stage listens to at present; a newer one takes the place of the older one.
final class LifetimeSlot: LifetimeResource, @unchecked Sendable {
    private struct State {
        var current: Lifetime?
        var isDisposed = false
    }

    private let state = Mutex(State())

    /// A new lifetime in the place of the last one, which is disposed; already disposed if the slot is.
    func renew() -> Lifetime {
        let fresh = Lifetime()
        let old: Lifetime? = state.withLock { state in
            if state.isDisposed { return fresh }
            defer { state.current = fresh }
            return state.current
        }
        old?.dispose()
        return fresh
    }

    /// Disposes the present lifetime; the slot can be used again.
    func clear() {
        let old = state.withLock { state in state.current.take() }
        old?.dispose()
    }

    override func dispose() {
        let old = state.withLock { state in
            state.isDisposed = true
            return state.current.take()
        }
        old?.dispose()
    }
}
