import FreshetPlatform

// Sendable: state is guarded by `state`; for the link see LifetimeResource.
/// A ``CompositeDisposable`` of lifetimes: those of a stage's current sources. Insertion and removal are O(1).
///
/// Unlike that class, it is a node of its owner's list, and passes on whether a terminal event ended the owner.
///
/// It hashes no keys, because `flatMap` inserts and removes one for each element. It reuses keys, so a stage
/// must remove each only once. It disposes in no particular order.
final class CompositeLifetime: LifetimeResource, @unchecked Sendable {
    /// The index of a lifetime.
    typealias DisposeKey = Int

    private struct State {
        var lifetimes: ContiguousArray<Lifetime?> = []
        var free: [DisposeKey] = []
        var isDisposed = false
    }

    private let state = Mutex(State())

    /// Adds a lifetime and returns it with its key.
    ///
    /// If the composite is disposed, so is the new lifetime.
    func insert(demand: Demand?) -> (Lifetime, DisposeKey) {
        let lifetime = Lifetime.make(demand: demand)
        let key: DisposeKey? = state.withLock { state in
            if state.isDisposed { return nil }
            if let key = state.free.popLast() {
                state.lifetimes[key] = lifetime
                return key
            }
            state.lifetimes.append(lifetime)
            return state.lifetimes.count - 1
        }
        guard let key else {
            lifetime.dispose()
            return (lifetime, -1)
        }
        return (lifetime, key)
    }

    /// Disposes and removes the lifetime with this key.
    func remove(for key: DisposeKey) {
        let lifetime: Lifetime? = state.withLock { state in
            guard state.lifetimes.indices.contains(key), let lifetime = state.lifetimes[key] else { return nil }
            state.lifetimes[key] = nil
            state.free.append(key)
            return lifetime
        }
        lifetime?.dispose()
    }

    override func dispose() {
        for lifetime in close() { lifetime?.dispose() }
    }

    override func disposeAfterEnd() {
        for lifetime in close() { lifetime?.disposeAfterEnd() }
    }

    private func close() -> ContiguousArray<Lifetime?> {
        state.withLock { state in
            defer { state = State(isDisposed: true) }
            return state.lifetimes
        }
    }
}
