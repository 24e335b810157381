public import Freshet
import FreshetPlatform

// Sendable: mutable state is guarded by a mutex.
/// A stream with scheduled events that records its subscriptions.
public class TestableObservable<Element>: ObservableType, @unchecked Sendable {
    final let scheduler: TestScheduler
    private let record = Mutex<[Subscription]>([])

    /// The scheduled events.
    public final let recordedEvents: [Recorded<Event<Element>>]

    init(_ scheduler: TestScheduler, _ recordedEvents: [Recorded<Event<Element>>]) {
        self.scheduler = scheduler
        self.recordedEvents = recordedEvents
    }

    /// The times of its subscriptions.
    public final var subscriptions: [Subscription] { record.withLock { $0 } }

    /// Delivers the scheduled events on the thread that advances the clock.
    ///
    /// Records when the subscription starts and ends.
    public func subscribe<Observer: ObserverType>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        Disposables.create()
    }

    /// Records a subscription that ends when the returned disposable is disposed.
    final func recordSubscription() -> any Disposable {
        let index = record.withLock { record in
            record.append(Subscription(scheduler.clock))
            return record.count - 1
        }
        return Disposables.create { [self] in
            let now = scheduler.clock
            record.withLock { $0[index] = Subscription($0[index].subscribe, now) }
        }
    }
}

// Sendable: mutable state is guarded by a mutex.
/// A stream whose events occur at fixed times, independent of subscriptions.
///
/// It also sends events scheduled after a terminal event: tests can use it to break the Rx contract.
final class HotObservable<Element>: TestableObservable<Element>, @unchecked Sendable {
    private struct Listeners {
        // Handover: virtual time runs on the one thread that advances the clock. Sorted by id. An observer that has
        // left is nil until the array is compacted, so leaving is amortized O(log n).
        var observers: [(id: Int, observer: Handover<AnyObserver<Element>>?)] = []
        var nextID = 0
        var count = 0

        mutating func add(_ observer: Handover<AnyObserver<Element>>) -> Int {
            defer { nextID += 1 }
            observers.append((nextID, observer))
            count += 1
            return nextID
        }

        mutating func remove(_ id: Int) -> Handover<AnyObserver<Element>>? {
            var (low, high) = (0, observers.count)
            while low < high {
                let middle = (low + high) / 2
                if observers[middle].id < id { low = middle + 1 } else { high = middle }
            }
            guard low < observers.count, observers[low].id == id, let removed = observers[low].observer.take() else {
                return nil
            }
            count -= 1
            if count * 2 < observers.count { observers.removeAll { $0.observer == nil } }
            return removed
        }
    }

    private let listeners = Mutex(Listeners())

    override init(_ scheduler: TestScheduler, _ recordedEvents: [Recorded<Event<Element>>]) {
        super.init(scheduler, recordedEvents)
        for index in recordedEvents.indices {
            scheduler.scheduleAt(recordedEvents[index].time) { [weak self] in self?.send(index) }
        }
    }

    private func send(_ index: Int) {
        for listener in listeners.withLock({ $0.observers }) {
            listener.observer?.value.on(recordedEvents[index].value)
        }
    }

    override func subscribe<Observer: ObserverType>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        let target = Handover(AnyObserver(observer))
        let id = listeners.withLock { $0.add(target) }
        let removal = Disposables.create { [weak self] in
            // Releases the observer outside the lock, because its deinit may run user code.
            let removed = self?.listeners.withLock { $0.remove(id) }
            withExtendedLifetime(removed) {}
        }
        return Disposables.create(removal, recordSubscription())
    }
}

final class ColdObservable<Element>: TestableObservable<Element>, @unchecked Sendable {
    override func subscribe<Observer: ObserverType>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        let recording = recordSubscription()
        let target = Handover(AnyObserver(observer))
        let tasks = recordedEvents.indices.map { index in
            scheduler.scheduleRelativeVirtual((), dueTime: recordedEvents[index].time) { [self] in
                target.value.on(recordedEvents[index].value)
                return Disposables.create()
            }
        }
        return Disposables.create(tasks + [recording])
    }
}
