import Synchronization

/// Those who listen to a subject. Listing them is O(1), adding one O(1) amortised, removing one O(log n).
final class Subscribers<Element>: Sendable {
    /// One of them; what has gone leaves its place empty until the next tidying.
    struct Subscriber: Sendable {
        let id: UInt64
        let sink: Sink<Element>
        let lifetime: Lifetime
    }

    private struct State {
        var places: ContiguousArray<(id: UInt64, subscriber: Subscriber?)> = []
        var nextID: UInt64 = 0
        var count = 0

        /// The place of `id`; the places are in the order of their ids.
        func place(of id: UInt64) -> Int? {
            var (low, high) = (0, places.count)
            while low < high {
                let middle = (low + high) / 2
                if places[middle].id < id { low = middle + 1 } else { high = middle }
            }
            return low < places.count && places[low].id == id ? low : nil
        }

        mutating func tidy() {
            if places.count > 16, count * 2 < places.count { places.removeAll { $0.subscriber == nil } }
        }
    }

    private let state = Mutex(State())

    var isEmpty: Bool { state.withLock { $0.count == 0 } }

    /// Calls `body` with those who listen now, in the order in which they came, without a lock held.
    @inline(__always)
    func forEach(_ body: (Subscriber) -> Void) {
        let places = state.withLock { $0.places }
        for place in places {
            if let subscriber = place.subscriber, !subscriber.lifetime.isDisposed { body(subscriber) }
        }
    }

    /// Forgets all of them, and calls `body` with each.
    func removeAll(_ body: (Subscriber) -> Void) {
        let places = state.withLock { state in
            defer {
                state.places = []
                state.count = 0
            }
            return state.places
        }
        for place in places {
            if let subscriber = place.subscriber, !subscriber.lifetime.isDisposed { body(subscriber) }
        }
    }

    /// Adds one until its lifetime ends.
    func add(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let id = state.withLock { state in
            let id = state.nextID
            state.nextID += 1
            state.count += 1
            state.places.append((id, Subscriber(id: id, sink: sink, lifetime: lifetime)))
            return id
        }
        lifetime.add(Removal(subscribers: self, id: id))
    }

    private func remove(_ id: UInt64) {
        // What is released may run foreign code in a deinit, so it is carried out of the lock.
        let released: Subscriber? = state.withLock { state in
            guard let place = state.place(of: id), let subscriber = state.places[place].subscriber else { return nil }
            state.places[place].subscriber = nil
            state.count -= 1
            state.tidy()
            return subscriber
        }
        withExtendedLifetime(released) {}
    }

    // Weak, so that a subscription which nobody disposes does not keep the subject, nor the subject itself.
    private struct Removal: Disposable {
        weak let subscribers: Subscribers?
        let id: UInt64

        func dispose() { subscribers?.remove(id) }
    }
}
