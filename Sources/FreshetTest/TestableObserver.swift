public import Freshet
import FreshetPlatform

// Sendable: state is guarded by `record`.
/// An observer that records events and their times.
public final class TestableObserver<Element>: ObserverType, @unchecked Sendable {
    private struct Record {
        var events: [Recorded<Event<Element>>] = []
    }

    private let clock: VirtualClock<TestTime>
    private let record = Mutex(UncheckedSendable(Record()))

    init(_ clock: VirtualClock<TestTime>) { self.clock = clock }

    /// The events recorded so far.
    public var events: [Recorded<Event<Element>>] { record.withLock { $0.value.events } }

    /// Records the event at the scheduler's current time.
    public func on(_ event: Event<Element>) {
        let recorded = UncheckedSendable(Recorded(time: clock.time, value: event))
        record.withLock { $0.value.events.append(recorded.value) }
    }
}

// Sendable: accessed only under the lock that owns it.
private struct UncheckedSendable<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }
}
