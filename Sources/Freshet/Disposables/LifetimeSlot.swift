import Synchronization

// Sendable: state is guarded by `state`; for the link see LifetimeResource.
/// The lifetime of a stage's current source; a new lifetime replaces the previous one.
final class LifetimeSlot: LifetimeResource, @unchecked Sendable {
    private struct State {
        var current: Lifetime?
        var isDisposed = false
    }

    private let state = Mutex(State())

    /// Disposes the current lifetime and returns a new one.
    ///
    /// If the slot is disposed, so is the new lifetime. A stage that runs one source at a time passes its consumer's
    /// `demand`.
    func renew(demand: Demand? = nil) -> Lifetime {
        let fresh = Lifetime(demand: demand)
        let old: Lifetime? = state.withLock { state in
            if state.isDisposed { return fresh }
            defer { state.current = fresh }
            return state.current
        }
        old?.dispose()
        return fresh
    }

    /// Disposes the current lifetime; the slot can be used again.
    func clear() {
        let old = state.withLock { state in state.current.take() }
        old?.dispose()
    }

    override func dispose() { close()?.dispose() }

    override func disposeAfterEnd() { close()?.disposeAfterEnd() }

    private func close() -> Lifetime? {
        state.withLock { state in
            state.isDisposed = true
            return state.current.take()
        }
    }
}
