import FreshetPlatform

// Sendable: state is guarded by `state`; for the link see LifetimeResource.
/// A ``SerialDisposable`` of lifetimes: that of a stage's current source, which the next one replaces.
///
/// Unlike that class, it is a node of its owner's list, and passes on whether a terminal event ended the owner.
final class SerialLifetime: LifetimeResource, @unchecked Sendable {
    private struct State {
        var current: Lifetime?
        var isDisposed = false
    }

    private let state = Mutex(State())

    /// Disposes the current lifetime and returns a new one.
    ///
    /// If this lifetime is disposed, so is the new lifetime. A stage that runs one source at a time passes its
    /// consumer's `demand`.
    func renew(demand: Demand? = nil) -> Lifetime {
        let fresh = Lifetime.make(demand: demand)
        let old: Lifetime? = state.withLock { state in
            if state.isDisposed { return fresh }
            defer { state.current = fresh }
            return state.current
        }
        old?.dispose()
        return fresh
    }

    /// Disposes the current lifetime; a new one can still replace it.
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
