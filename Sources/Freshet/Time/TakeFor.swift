import FreshetPlatform

extension ObservableType {
    /// Emits elements until `duration` has passed since the subscription, then completes.
    /// - Ends: when `duration` has passed, or with the source.
    /// - Runs on: the source's thread; completes on `scheduler`.
    /// - Keeps: nothing.
    @preconcurrency
    public func take(for duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element>
    where Element: Sendable {
        take(until: Observable<Int>.timer(duration, scheduler: scheduler))
    }

    /// Drops elements until `duration` has passed since the subscription.
    ///
    /// Terminal events are never dropped.
    /// - Ends: with the source.
    /// - Runs on: the source's thread; `scheduler` only measures the time.
    /// - Keeps: nothing.
    public func skip(_ duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        let scheduler = scheduler.forStreams
        return Linear(asObservable()) { sink, lifetime in
            let gate = Gate()
            lifetime.add(
                scheduler.scheduleRelative((), dueTime: duration) {
                    gate.isOpen.store(true, ordering: .releasing)
                    return Disposables.create()
                })
            return GateSink(sink, lifetime, gate)
        }
    }
}

/// A gate that lets elements pass once a timer opens it. It doesn't retain the sink.
private final class Gate: Sendable {
    let isOpen = Atomic<Bool>(false)
}

private final class GateSink<Element>: LinearSink<Element, Element>, @unchecked Sendable {
    private let gate: Gate

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime, _ gate: Gate) {
        self.gate = gate
        super.init(downstream, lifetime)
    }

    override func next(_ element: Element) {
        if gate.isOpen.load(ordering: .acquiring) { downstream.next(element) }
    }
}
