import Synchronization

/// Who listens to a subject, and how it has ended. Listing the subscribers is O(1), adding one O(1) amortised, removing one O(log n).
///
/// It knows nothing of the elements: a list of generic places made each delivery look up the metadata of nine types, which cost ten
/// times as much as the delivery itself.
final class Subscribers: Sendable {
    /// One of them; what has gone leaves its place empty until the next tidying.
    struct Subscriber: Sendable {
        /// A sink of the subject's elements.
        let sink: any AnyObject & Sendable
        let lifetime: Lifetime
    }

    /// Where one of them stands; the places are in the order of their ids.
    struct Place: Sendable {
        let id: UInt64
        var subscriber: Subscriber?
    }

    typealias Places = ContiguousArray<Place>

    /// What somebody who joins finds.
    struct Welcome: Sendable {
        var id: UInt64?
        var end: Termination?
        var isDisposed = false
    }

    private struct State {
        var places: Places = []
        var nextID: UInt64 = 0
        var count = 0
        var end: Termination?
        var isDisposed = false

        func place(of id: UInt64) -> Int? {
            var (low, high) = (0, places.count)
            while low < high {
                let middle = (low + high) / 2
                if places[middle].id < id { low = middle + 1 } else { high = middle }
            }
            return low < places.count && places[low].id == id ? low : nil
        }

        mutating func forgetPlaces() {
            places = []
            count = 0
        }

        mutating func tidy() {
            if places.count > 16, count * 2 < places.count { places.removeAll { $0.subscriber == nil } }
        }
    }

    private let state = Mutex(State())
    private let changes = Atomic<UInt>(1)

    var isEmpty: Bool { state.withLock { $0.count == 0 } }
    var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// Another number after each change of the list; never 0.
    var version: UInt { changes.load(ordering: .acquiring) }

    /// Those who listen now, in the order in which they came, and the version of that list; nobody after the end.
    func list() -> (places: Places, version: UInt) {
        state.withLock { state in (state.places, changes.load(ordering: .relaxed)) }
    }

    /// Those who listen now; `keep` runs in the same instant, with the lock held, unless there has been an end.
    @inline(__always)
    func list(keep: () -> Void) -> Places {
        state.withLock { state in
            if state.end == nil, !state.isDisposed { keep() }
            return state.places
        }
    }

    /// Remembers the terminal event and forgets all subscribers, who are returned; nobody if there is an end already.
    func end(_ end: Termination) -> Places {
        state.withLock { state in
            if state.end != nil || state.isDisposed { return [] }
            state.end = end
            changes.wrappingAdd(1, ordering: .releasing)
            defer { state.forgetPlaces() }
            return state.places
        }
    }

    /// Forgets everybody, for good; `forget` runs in the same instant, with the lock held.
    @inline(__always)
    func dispose(forget: () -> Void) {
        let released = state.withLock { state in
            state.isDisposed = true
            changes.wrappingAdd(1, ordering: .releasing)
            forget()
            defer { state.forgetPlaces() }
            return state.places
        }
        withExtendedLifetime(released) {}
    }

    /// Adds one until its lifetime ends, unless there has been an end; `replay` runs in the same instant, with the lock held.
    @inline(__always)
    func add(_ sink: any AnyObject & Sendable, _ lifetime: Lifetime, replay: (_ hasEnded: Bool) -> Void) -> Welcome {
        let welcome = state.withLock { state in
            var welcome = Welcome(end: state.end, isDisposed: state.isDisposed)
            if state.isDisposed { return welcome }
            replay(state.end != nil)
            if state.end == nil {
                welcome.id = state.nextID
                state.places.append(Place(id: state.nextID, subscriber: Subscriber(sink: sink, lifetime: lifetime)))
                state.nextID += 1
                state.count += 1
                changes.wrappingAdd(1, ordering: .releasing)
            }
            return welcome
        }
        if let id = welcome.id { lifetime.add(Removal(subscribers: self, id: id)) }
        return welcome
    }

    /// Puts another sink in the place of the one that was added under `id`, if that one is still there.
    func replace(_ id: UInt64, with sink: any AnyObject & Sendable) {
        let replaced: Subscriber? = state.withLock { state in
            guard let place = state.place(of: id), let subscriber = state.places[place].subscriber else { return nil }
            state.places[place].subscriber = Subscriber(sink: sink, lifetime: subscriber.lifetime)
            changes.wrappingAdd(1, ordering: .releasing)
            return subscriber
        }
        withExtendedLifetime(replaced) {}
    }

    private func remove(_ id: UInt64) {
        // What is released may run foreign code in a deinit, so it is carried out of the lock.
        let released: Subscriber? = state.withLock { state in
            guard let place = state.place(of: id), let subscriber = state.places[place].subscriber else { return nil }
            state.places[place].subscriber = nil
            state.count -= 1
            state.tidy()
            changes.wrappingAdd(1, ordering: .releasing)
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
