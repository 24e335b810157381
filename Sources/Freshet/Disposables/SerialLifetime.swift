import FreshetPlatform

// Sendable: the slot is guarded by a mutex; for the link see LifetimeResource.
/// A ``SerialDisposable`` of lifetimes: that of a stage's current source, which the next one replaces.
///
/// Unlike that class, it is a node of its owner's list, and passes on whether a terminal event ended the owner.
final class SerialLifetime: LifetimeResource, @unchecked Sendable {
    private let slot = Mutex(DisposableSlot<Lifetime>())

    /// Disposes the current lifetime and returns a new one.
    ///
    /// If this lifetime is disposed, so is the new lifetime. A stage that runs one source at a time passes its
    /// consumer's `demand`.
    func renew(demand: Demand? = nil) -> Lifetime {
        let fresh = Lifetime.make(demand: demand)
        let obsolete = slot.withLock { $0.replace(with: fresh) }
        obsolete?.dispose()
        return fresh
    }

    /// Disposes the current lifetime; a new one can still replace it.
    func clear() {
        let old = slot.withLock { $0.clear() }
        old?.dispose()
    }

    override func dispose() { close()?.dispose() }

    override func disposeAfterEnd() { close()?.disposeAfterEnd() }

    private func close() -> Lifetime? { slot.withLock { $0.close() } }
}
