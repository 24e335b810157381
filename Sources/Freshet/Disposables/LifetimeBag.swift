import Synchronization

// Sendable: state is guarded by `state`; for the link see LifetimeResource.
/// The lifetimes of a stage's current sources. Insertion and removal are O(1).
final class LifetimeBag: LifetimeResource, @unchecked Sendable {
    /// The index of a lifetime in the bag.
    typealias Slot = Int

    private struct State {
        var lifetimes: ContiguousArray<Lifetime?> = []
        var free: [Slot] = []
        var isDisposed = false
    }

    private let state = Mutex(State())

    /// Adds a lifetime and returns it with its slot.
    ///
    /// If the bag is disposed, so is the new lifetime.
    func insert(demand: Demand?) -> (Lifetime, Slot) {
        let lifetime = Lifetime(demand: demand)
        let slot: Slot? = state.withLock { state in
            if state.isDisposed { return nil }
            if let slot = state.free.popLast() {
                state.lifetimes[slot] = lifetime
                return slot
            }
            state.lifetimes.append(lifetime)
            return state.lifetimes.count - 1
        }
        guard let slot else {
            lifetime.dispose()
            return (lifetime, -1)
        }
        return (lifetime, slot)
    }

    /// Disposes and removes the lifetime at `slot`.
    func remove(_ slot: Slot) {
        let lifetime: Lifetime? = state.withLock { state in
            guard state.lifetimes.indices.contains(slot), let lifetime = state.lifetimes[slot] else { return nil }
            state.lifetimes[slot] = nil
            state.free.append(slot)
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
