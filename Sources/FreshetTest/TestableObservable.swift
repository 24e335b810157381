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
    // A relay of events: they may follow a terminal event.
    private let events = PublishRelay<Event<Element>>()

    override init(_ scheduler: TestScheduler, _ recordedEvents: [Recorded<Event<Element>>]) {
        super.init(scheduler, recordedEvents)
        for index in recordedEvents.indices {
            scheduler.scheduleAt(recordedEvents[index].time) { [weak self] in self?.send(index) }
        }
    }

    private func send(_ index: Int) { events.accept(recordedEvents[index].value) }

    override func subscribe<Observer: ObserverType>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        // Safe: virtual time runs on the one thread that advances the clock.
        let target = Handover(AnyObserver(observer))
        return Disposables.create(
            events.asObservable().subscribe(onNext: { target.value.on($0) }), recordSubscription())
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
