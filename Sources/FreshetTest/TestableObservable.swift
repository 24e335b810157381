public import Freshet
import FreshetPlatform

// Sendable: immutable after init; the record is guarded by a mutex.
/// A stream with scheduled events that records its subscriptions.
public class TestableObservable<Element>: ObservableType, @unchecked Sendable {
    /// Not retained: its scheduled work retains streams.
    final weak let scheduler: TestScheduler?
    private let record: SubscriptionRecord

    /// The scheduled events.
    public final let recordedEvents: [Recorded<Event<Element>>]

    init(_ scheduler: TestScheduler, _ recordedEvents: [Recorded<Event<Element>>]) {
        self.scheduler = scheduler
        record = SubscriptionRecord(scheduler.virtualClock)
        self.recordedEvents = recordedEvents
    }

    /// The times of its subscriptions.
    public final var subscriptions: [Subscription] { record.subscriptions }

    /// Delivers the scheduled events on the thread that advances the clock.
    ///
    /// Records when the subscription starts and ends.
    @preconcurrency
    public func subscribe<Observer: ObserverType & Sendable>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        Disposables.create()
    }

    /// Records a subscription that ends when the returned disposable is disposed.
    final func recordSubscription() -> any Disposable { record.begin() }
}

/// The times of subscriptions.
private final class SubscriptionRecord: Sendable {
    private let clock: VirtualClock<TestTime>
    private let list = Mutex<[Subscription]>([])

    init(_ clock: VirtualClock<TestTime>) { self.clock = clock }

    var subscriptions: [Subscription] { list.withLock { $0 } }

    func begin() -> any Disposable {
        let index = list.withLock { list in
            list.append(Subscription(clock.time))
            return list.count - 1
        }
        return Disposables.create { [self] in
            let now = clock.time
            list.withLock { $0[index] = Subscription($0[index].subscribe, now) }
        }
    }
}

// Sendable: see TestableObservable; the relay serializes its events.
/// A stream whose events occur at fixed times, independent of subscriptions.
///
/// It also sends events scheduled after a terminal event: tests can use it to break the Rx contract.
final class HotObservable<Element>: TestableObservable<Element>, @unchecked Sendable {
    // A relay of events: they may follow a terminal event.
    private let events = PublishRelay<Event<Element>>()

    override init(_ scheduler: TestScheduler, _ recordedEvents: [Recorded<Event<Element>>]) {
        super.init(scheduler, recordedEvents)
        // Safe: virtual time runs on the one thread that advances the clock. Subscribers may outlive this object.
        let source = UncheckedTransfer((events: events, recorded: recordedEvents))
        for index in recordedEvents.indices {
            scheduler.scheduleAt(recordedEvents[index].time) {
                source.value.events.accept(source.value.recorded[index].value)
            }
        }
    }

    @preconcurrency
    override func subscribe<Observer: ObserverType & Sendable>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        // Safe: virtual time runs on the one thread that advances the clock.
        let target = UncheckedTransfer(AnyObserver(observer))
        return Disposables.create(
            events.asObservable().subscribe(onNext: { target.value.on($0) }), recordSubscription())
    }
}

final class ColdObservable<Element>: TestableObservable<Element>, @unchecked Sendable {
    @preconcurrency
    override func subscribe<Observer: ObserverType & Sendable>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        let recording = recordSubscription()
        guard let scheduler else { return recording }
        // Safe: virtual time runs on the one thread that advances the clock.
        let target = UncheckedTransfer((observer: AnyObserver(observer), recorded: recordedEvents))
        let tasks = recordedEvents.indices.map { index in
            scheduler.scheduleRelativeVirtual((), dueTime: recordedEvents[index].time) {
                target.value.observer.on(target.value.recorded[index].value)
                return Disposables.create()
            }
        }
        return Disposables.create(tasks + [recording])
    }
}
