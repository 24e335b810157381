public import Freshet
import Synchronization

// Safe to share: what changes is in a Mutex.
/// A stream with planned events, which records its subscriptions.
public class TestableObservable<Element>: ObservableType, @unchecked Sendable {
    final let scheduler: TestScheduler
    private let record = Mutex<[Subscription]>([])

    /// The planned events.
    public final let recordedEvents: [Recorded<Event<Element>>]

    init(_ scheduler: TestScheduler, _ recordedEvents: [Recorded<Event<Element>>]) {
        self.scheduler = scheduler
        self.recordedEvents = recordedEvents
    }

    /// From when to when it has been subscribed to.
    public final var subscriptions: [Subscription] { record.withLock { $0 } }

    /// Begins to deliver the planned events, on the thread that moves the clock; records when it begins and when it is disposed.
    public func subscribe<Observer: ObserverType>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        Disposables.create()
    }

    /// Records a subscription, which ends when what is returned is disposed.
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

// Safe to share: what changes is in a Mutex.
/// Sends its events to whoever listens, also what is planned after a terminal one: it keeps no contract, so that tests can break it.
final class HotObservable<Element>: TestableObservable<Element>, @unchecked Sendable {
    private struct Listeners {
        // Handed over: virtual time runs on the one thread that moves its clock.
        var observers: [(id: Int, observer: Handover<AnyObserver<Element>>)] = []
        var nextID = 0
    }

    private let listeners = Mutex(Listeners())

    override init(_ scheduler: TestScheduler, _ recordedEvents: [Recorded<Event<Element>>]) {
        super.init(scheduler, recordedEvents)
        for index in recordedEvents.indices {
            scheduler.scheduleAt(recordedEvents[index].time) { [weak self] in self?.send(index) }
        }
    }

    private func send(_ index: Int) {
        for listener in listeners.withLock({ $0.observers }) { listener.observer.value.on(recordedEvents[index].value) }
    }

    override func subscribe<Observer: ObserverType>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        let target = Handover(AnyObserver(observer))
        let id = listeners.withLock { listeners in
            defer { listeners.nextID += 1 }
            listeners.observers.append((listeners.nextID, target))
            return listeners.nextID
        }
        let removal = Disposables.create { [weak self] in
            // The observer may run foreign code in its deinit, so it is carried out of the lock.
            let removed = self?.listeners.withLock { listeners in
                defer { listeners.observers.removeAll { $0.id == id } }
                return listeners.observers.first { $0.id == id }
            }
            withExtendedLifetime(removed) {}
        }
        return Disposables.create(removal, recordSubscription())
    }
}

// Safe to share: see TestableObservable.
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
