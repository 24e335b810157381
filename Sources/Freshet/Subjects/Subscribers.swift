import FreshetPlatform

// Sendable: `state` is a mutex, `changes` is atomic, and `cachedList` is accessed only inside the serializer.
/// The subscribers of a subject, and its terminal event.
///
/// Delivery to n subscribers is O(n), adding one is amortized O(1), and removing one is O(log n), or O(n) for the first
/// removal after a delivery. The class isn't generic: with generic entries, each delivery looked up the metadata of
/// nine types, at ten times the cost of the delivery itself.
class Subscribers: @unchecked Sendable {
    /// A subscriber.
    struct Subscriber: Sendable {
        /// A sink of the subject's elements.
        let sink: any AnyObject & Sendable
        let lifetime: Lifetime
    }

    /// A subscriber's entry; entries are sorted by id. A removed subscriber leaves an empty entry until `compact()`.
    struct Slot: Sendable {
        let id: UInt64
        var subscriber: Subscriber?
    }

    typealias Slots = ContiguousArray<Slot>

    /// The result of adding a subscriber; `id` is nil if it wasn't added.
    struct JoinResult: Sendable {
        var id: UInt64?
        var end: Termination?
        var isDisposed = false
    }

    private struct State {
        var slots: Slots = []
        var nextID: UInt64 = 0
        var count = 0
        var end: Termination?
        var isDisposed = false
        /// False after a terminal event or disposal.
        var isOpen = true

        func slot(of id: UInt64) -> Int? {
            var (low, high) = (0, slots.count)
            while low < high {
                let middle = (low + high) / 2
                if slots[middle].id < id { low = middle + 1 } else { high = middle }
            }
            return low < slots.count && slots[low].id == id ? low : nil
        }

        mutating func removeAllSlots() {
            slots = []
            count = 0
        }

        mutating func compact() {
            if slots.count > 16, count * 2 < slots.count { slots.removeAll { $0.subscriber == nil } }
        }
    }

    final let serializer = Serializer()
    private let state = Mutex(State())
    private let changes = Atomic<UInt>(0)
    /// The subscribers of the last delivery, for the next one; nil during a delivery.
    ///
    /// Accessed only inside the serializer.
    private var cachedList: SubscriberList?
    /// The delivery of an element to several subscribers that is in progress. Accessed only inside the serializer.
    // Unchecked exclusivity: no foreign code runs during an access.
    @exclusivity(unchecked) final var delivery: UnsafeMutablePointer<Delivery>?

    final var isEmpty: Bool { state.withLock { $0.count == 0 } }
    final var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// Runs `body` with the lock held.
    @inline(__always)
    final func withLock(_ body: () -> Void) { state.withLock { _ in body() } }

    /// Queues the delivery of an event for the delivering thread.
    final func enqueue(_ delivery: @escaping Serializer.Work) {
        // Added first: the delivery may run before `enqueue` returns.
        WaitingSubjects.add(self, thread: serializer.deliveringThread)
        serializer.enqueue {
            WaitingSubjects.remove(self)
            delivery()
        }
    }

    /// Delivers an event immediately unless another thread is delivering; else queues the delivery.
    final func perform(_ delivery: @escaping Serializer.Work) {
        switch serializer.enter() {
        case .entered:
            delivery()
            serializer.leave()
        case .reentered:
            serializer.creationSite.beginNestedCall(true)
            delivery()
            serializer.creationSite.endNestedCall(true)
        case .busy: enqueue(delivery)
        }
    }

    /// Returns the current subscribers. The caller returns the list with ``storeList(_:)``.
    ///
    /// If the subscribers haven't changed since the last delivery, takes no lock and changes no reference counts.
    @inline(__always)
    final func takeList() -> SubscriberList {
        if let former = cachedList.take(), former.version == changes.load(ordering: .acquiring) { return former }
        return makeList()
    }

    /// Returns the current subscribers, and the list from the last delivery if it is stale.
    ///
    /// Calls `keep` in the same critical section, unless there was a terminal event or disposal. The caller releases
    /// the stale list after the delivery: it may release removed subscribers, whose `deinit` may run foreign code.
    @inline(__always)
    final func takeList(keep: () -> Void) -> (current: SubscriberList, stale: SubscriberList?) {
        let former = cachedList.take()
        var fresh: SubscriberList?
        state.withLock { state in
            if state.isOpen { keep() }
            let version = changes.load(ordering: .relaxed)
            if former?.version != version { fresh = SubscriberList.of(state.slots, version: version) }
        }
        if let fresh { return (fresh, former) }
        return (former.unsafelyUnwrapped, nil)
    }

    @inline(never)
    private func makeList() -> SubscriberList {
        state.withLock { state in SubscriberList.of(state.slots, version: changes.load(ordering: .relaxed)) }
    }

    /// Stores the list for the next delivery, if the subscribers haven't changed.
    @inline(__always)
    final func storeList(_ current: SubscriberList) {
        if current.version != changes.load(ordering: .acquiring) { return }
        // Swapped, so that the replaced list is released outside the access: a `deinit` may run foreign code.
        var replaced: SubscriberList? = current
        swap(&cachedList, &replaced)
    }

    /// Releases the list stored for the next delivery: it retains a removed subscriber.
    private func dropList() {
        var dropped: SubscriberList?
        // Doesn't enter the serializer: that would deliver queued events before the current one has reached every
        // subscriber.
        if serializer.isDeliveringHere {
            dropped = cachedList.take()
        } else {
            switch serializer.enter() {
            case .entered, .reentered:
                dropped = cachedList.take()
                serializer.leave()
            case .busy: serializer.enqueue(isEvent: false) { withExtendedLifetime(self.cachedList.take()) {} }
            }
        }
        // Released outside the serializer: a `deinit` may run foreign code.
        withExtendedLifetime(dropped) {}
    }

    /// Makes the lists of earlier deliveries stale, and returns the new version. Called with the lock held.
    @discardableResult
    private func markChanged() -> UInt {
        // No other thread changes it: a store costs less than an atomic addition.
        let version = changes.load(ordering: .relaxed) &+ 1
        changes.store(version, ordering: .releasing)
        return version
    }

    /// Stores the terminal event, and removes and returns all subscribers.
    ///
    /// Returns an empty list if there already was a terminal event or disposal.
    final func end(_ end: Termination) -> SubscriberList {
        let list = state.withLock { state in
            let version = markChanged()
            if state.end != nil || state.isDisposed { return SubscriberList.of([], version: version) }
            state.end = end
            state.isOpen = false
            defer { state.removeAllSlots() }
            return SubscriberList.of(state.slots, version: version)
        }
        dropList()
        return list
    }

    /// Removes all subscribers and admits no others. Calls `forget` in the same critical section.
    @inline(__always)
    final func dispose(forget: () -> Void) {
        let released = state.withLock { state in
            state.isDisposed = true
            state.isOpen = false
            markChanged()
            forget()
            defer { state.removeAllSlots() }
            return state.slots
        }
        dropList()
        withExtendedLifetime(released) {}
    }

    /// Releases all subscribers. Called from the `deinit` of the subject.
    ///
    /// Subscribers still receive the events that are already queued.
    final func abandon() {
        serializer.perform(isEvent: false) {
            let released = self.forget()
            withExtendedLifetime(released) {}
        }
    }

    /// Removes and returns all subscribers. Called inside the serializer.
    private func forget() -> (Slots, SubscriberList?) {
        let slots = state.withLock { state in
            markChanged()
            defer { state.removeAllSlots() }
            return state.slots
        }
        return (slots, cachedList.take())
    }

    /// Adds a subscriber until `lifetime` ends, unless there was a terminal event or disposal.
    ///
    /// Calls `replay` in the same critical section, except after disposal.
    @inline(__always)
    final func add(_ sink: any AnyObject & Sendable, _ lifetime: Lifetime, replay: (_ hasEnded: Bool) -> Void)
        -> JoinResult
    {
        let result = state.withLock { state in
            var result = JoinResult(end: state.end, isDisposed: state.isDisposed)
            if state.isDisposed { return result }
            replay(state.end != nil)
            if state.end == nil {
                result.id = state.nextID
                state.slots.append(Slot(id: state.nextID, subscriber: Subscriber(sink: sink, lifetime: lifetime)))
                state.nextID += 1
                state.count += 1
                markChanged()
            }
            return result
        }
        if let id = result.id { lifetime.add(Removal(self, id)) }
        return result
    }

    /// Replaces the sink of the subscriber `id`, if it hasn't been removed.
    final func replace(_ id: UInt64, with sink: any AnyObject & Sendable) {
        let replaced: Subscriber? = state.withLock { state in
            guard let slot = state.slot(of: id), let subscriber = state.slots[slot].subscriber else { return nil }
            state.slots[slot].subscriber = Subscriber(sink: sink, lifetime: subscriber.lifetime)
            markChanged()
            return subscriber
        }
        dropList()
        withExtendedLifetime(replaced) {}
    }

    private func remove(_ id: UInt64) {
        // Released outside the lock: a `deinit` may run foreign code.
        let released: Subscriber? = state.withLock { state in
            guard let slot = state.slot(of: id), let subscriber = state.slots[slot].subscriber.take() else {
                return nil
            }
            state.count -= 1
            state.compact()
            markChanged()
            return subscriber
        }
        dropList()
        withExtendedLifetime(released) {}
    }

    /// Removes a subscriber when its lifetime is disposed.
    ///
    /// It retains the subscribers, which retain the lifetime: a deliberate cycle. The subject's `deinit` breaks it
    /// through ``abandon()``.
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
