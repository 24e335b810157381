public import Freshet
import Synchronization

// Safe to share: the record is in a Mutex.
/// An observer that records what it receives, and when.
public final class TestableObserver<Element>: ObserverType, @unchecked Sendable {
    private struct Record {
        var events: [Recorded<Event<Element>>] = []
    }

    private let scheduler: TestScheduler
    private let record = Mutex(Unshared(Record()))

    init(_ scheduler: TestScheduler) { self.scheduler = scheduler }

    /// What has come so far.
    public var events: [Recorded<Event<Element>>] { record.withLock { $0.value.events } }

    /// Records the event at the scheduler's present time.
    public func on(_ event: Event<Element>) {
        let recorded = Unshared(Recorded(time: scheduler.clock, value: event))
        record.withLock { $0.value.events.append(recorded.value) }
    }
}

// Safe: only reached inside the lock that holds it.
private struct Unshared<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }
}
