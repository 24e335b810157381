import Synchronization

// Safe to share: what changes is in a Mutex, in an atomic, or touched inside the serializer only.
/// Who listens to a subject, and how it has ended.
///
/// Delivering to n of them costs O(n), adding one O(1) amortised, removing one O(log n), and O(n) once after each delivery. It knows nothing of the elements: a list of generic places made each delivery look up the metadata of nine types, which cost ten
/// times as much as the delivery itself.
class Subscribers: @unchecked Sendable {
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
        /// Whether neither an end nor disposal has come.
        var isOpen = true

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

    final let serializer = Serializer()
    private let state = Mutex(State())
    private let changes = Atomic<UInt>(0)
    /// The list that the last delivery used, for the next one; nil while one is being used.
    ///
    /// Touched inside the serializer only.
    private var audience: Audience?

    final var isEmpty: Bool { state.withLock { $0.count == 0 } }
    final var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// Runs `body` with the lock held.
    @inline(__always)
    final func withLock(_ body: () -> Void) { state.withLock { _ in body() } }

    /// Those who listen now, until it is given back.
    ///
    /// While nobody comes or goes that takes no lock and counts no references.
    @inline(__always)
    final func takeAudience() -> Audience {
        if let former = audience.take(), former.version == changes.load(ordering: .acquiring) { return former }
        return list()
    }

    /// Those who listen now; `keep` runs in the same instant, with the lock held, unless there has been an end.
    @inline(__always)
    final func takeAudience(keep: () -> Void) -> Audience {
        let former = audience.take()
        var fresh: Audience?
        state.withLock { state in
            if state.isOpen { keep() }
            let version = changes.load(ordering: .relaxed)
            if former?.version != version { fresh = Audience.of(state.places, version: version) }
        }
        // Not chosen with the lock held: who has gone may be released with the former list, and run foreign code in a deinit.
        if let fresh { return fresh }
        return former.unsafelyUnwrapped
    }

    @inline(never)
    private func list() -> Audience {
        state.withLock { state in Audience.of(state.places, version: changes.load(ordering: .relaxed)) }
    }

    /// The next delivery may use the list.
    @inline(__always)
    final func giveBack(_ current: Audience) {
        if current.version == changes.load(ordering: .acquiring) { audience = current }
    }

    /// Lets go of the list that waits for the next delivery, since it keeps somebody who has gone.
    private func dropAudience() {
        var dropped: Audience?
        // No event: those that are queued keep their place behind the one that is being delivered.
        if serializer.isDeliveringHere {
            dropped = audience.take()
        } else {
            switch serializer.enter() {
            case .entered, .reentered:
                dropped = audience.take()
                serializer.leave()
            case .busy: serializer.enqueue { self.audience = nil }
            }
        }
        // What is released may run foreign code in a deinit, so it is carried out of the serializer.
        withExtendedLifetime(dropped) {}
    }

    /// Remembers the terminal event and forgets all subscribers, who are returned; nobody if there is an end already.
    final func end(_ end: Termination) -> Audience {
        let audience = state.withLock { state in
            let version = changes.wrappingAdd(1, ordering: .releasing).newValue
            if state.end != nil || state.isDisposed { return Audience.of([], version: version) }
            state.end = end
            state.isOpen = false
            defer { state.forgetPlaces() }
            return Audience.of(state.places, version: version)
        }
        dropAudience()
        return audience
    }

    /// Forgets everybody, for good; `forget` runs in the same instant, with the lock held.
    @inline(__always)
    final func dispose(forget: () -> Void) {
        let released = state.withLock { state in
            state.isDisposed = true
            state.isOpen = false
            changes.wrappingAdd(1, ordering: .releasing)
            forget()
            defer { state.forgetPlaces() }
            return state.places
        }
        dropAudience()
        withExtendedLifetime(released) {}
    }

    /// Lets go of everybody, because whoever delivered to them is gone: its `deinit` calls this.
    ///
    /// Behind what has been left to a thread at work: they are still to hear that.
    final func abandon() {
        serializer.perform {
            let released = self.forget()
            withExtendedLifetime(released) {}
        }
    }

    /// Returns those who are forgotten; called inside the serializer.
    private func forget() -> (Places, Audience?) {
        let places = state.withLock { state in
            changes.wrappingAdd(1, ordering: .releasing)
            defer { state.forgetPlaces() }
            return state.places
        }
        return (places, audience.take())
    }

    /// Adds one until its lifetime ends, unless there has been an end; `replay` runs in the same instant, with the lock held.
    @inline(__always)
    final func add(_ sink: any AnyObject & Sendable, _ lifetime: Lifetime, replay: (_ hasEnded: Bool) -> Void)
        -> Welcome
    {
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
        if let id = welcome.id { lifetime.add(Removal(self, id)) }
        return welcome
    }

    /// Puts another sink in the place of the one that was added under `id`, if that one is still there.
    final func replace(_ id: UInt64, with sink: any AnyObject & Sendable) {
        let replaced: Subscriber? = state.withLock { state in
            guard let place = state.place(of: id), let subscriber = state.places[place].subscriber else { return nil }
            state.places[place].subscriber = Subscriber(sink: sink, lifetime: subscriber.lifetime)
            changes.wrappingAdd(1, ordering: .releasing)
            return subscriber
        }
        dropAudience()
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
        dropAudience()
        withExtendedLifetime(released) {}
    }

    // Safe to share: nothing changes after init but the link.
    /// It keeps the list, which keeps the subscription: who delivers to the list has that end with its own, see ``abandon()``.
    private final class Removal: LifetimeResource, @unchecked Sendable {
        private let subscribers: Subscribers
        private let id: UInt64

        init(_ subscribers: Subscribers, _ id: UInt64) {
            self.subscribers = subscribers
            self.id = id
        }

        override func dispose() { subscribers.remove(id) }
    }
}
