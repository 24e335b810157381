import Synchronization

/// Who listens to a subject, what it keeps for those who join later, and how it has ended. Listing the subscribers is O(1), adding one O(1)
/// amortised, removing one O(log n).
final class Subscribers<Element>: Sendable {
    /// One of them; what has gone leaves its place empty until the next tidying.
    struct Subscriber: Sendable {
        let sink: Sink<Element>
        let lifetime: Lifetime
    }

    typealias Places = ContiguousArray<(id: UInt64, subscriber: Subscriber?)>

    /// What somebody who joins finds.
    struct Welcome: Sendable {
        var id: UInt64?
        var kept = Queue<Handover<Element>>()
        var end: Handover<Event<Element>>?
        var isDisposed = false
    }

    private struct State {
        var places: Places = []
        var nextID: UInt64 = 0
        var count = 0
        var kept = Queue<Handover<Element>>()
        var end: Handover<Event<Element>>?
        var isDisposed = false

        /// The place of `id`; the places are in the order of their ids.
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

    private let state: Mutex<State>
    private let capacity: Int
    private let replaysAfterEnd: Bool

    init(capacity: Int, initial: Element?, replaysAfterEnd: Bool) {
        self.capacity = capacity
        self.replaysAfterEnd = replaysAfterEnd
        var kept = Queue<Handover<Element>>()
        if let initial { kept.append(Handover(initial)) }
        state = Mutex(State(kept: kept))
    }

    var isEmpty: Bool { state.withLock { $0.count == 0 } }
    var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// Keeps the element if elements are kept, and returns those who listen now, in the order in which they came; nobody after the end.
    @inline(__always)
    func receive(_ element: Element) -> Places {
        if capacity == 0 { return state.withLock { $0.places } }
        let element = Handover(element)
        // What is dropped may run foreign code in its deinit, so it is carried out of the lock.
        let (places, dropped) = state.withLock { state -> (Places, Handover<Element>?) in
            if state.end != nil || state.isDisposed { return ([], nil) }
            state.kept.append(element)
            return (state.places, state.kept.count > capacity ? state.kept.popFirst() : nil)
        }
        withExtendedLifetime(dropped) {}
        return places
    }

    /// Remembers the terminal event and forgets all subscribers, who are returned; nobody if there is an end already.
    func receive(end: Event<Element>) -> Places {
        let end = Handover(end)
        return state.withLock { state in
            if state.end != nil || state.isDisposed { return [] }
            state.end = end
            defer { state.forgetPlaces() }
            return state.places
        }
    }

    /// Forgets everybody and everything, for good.
    func dispose() {
        let released = state.withLock { state in
            state.isDisposed = true
            defer {
                state.forgetPlaces()
                state.kept = Queue()
            }
            return (state.places, state.kept)
        }
        withExtendedLifetime(released) {}
    }

    /// Adds one until its lifetime ends, unless there has been an end; in the same instant lists what is kept for it.
    func add(_ sink: Sink<Element>, _ lifetime: Lifetime) -> Welcome {
        let welcome = state.withLock { state in
            var welcome = Welcome(end: state.end, isDisposed: state.isDisposed)
            if state.isDisposed { return welcome }
            if state.end == nil || replaysAfterEnd { welcome.kept = state.kept }
            if state.end == nil {
                welcome.id = state.nextID
                state.places.append((state.nextID, Subscriber(sink: sink, lifetime: lifetime)))
                state.nextID += 1
                state.count += 1
            }
            return welcome
        }
        if let id = welcome.id { lifetime.add(Removal(subscribers: self, id: id)) }
        return welcome
    }

    /// Puts another sink in the place of the one that was added under `id`, if that one is still there.
    func replace(_ id: UInt64, with sink: Sink<Element>) {
        let replaced: Subscriber? = state.withLock { state in
            guard let place = state.place(of: id), let subscriber = state.places[place].subscriber else { return nil }
            state.places[place].subscriber = Subscriber(sink: sink, lifetime: subscriber.lifetime)
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
