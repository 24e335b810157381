extension ObservableType {
    /// Delivers each element and the completion `dueTime` later, on `scheduler`; an error comes at once.
    /// ```
    /// source      -a--b---|
    /// delay(2)    ---a--b---|
    /// ```
    /// *Keeps* the elements that are due later.
    public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element>
    where Element: Sendable {
        Delay(asObservable(), dueTime, scheduler)
    }
}

// Safe to share: see Observable.
private final class Delay<Element: Sendable>: Observable<Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private let dueTime: RxTimeInterval
    private let scheduler: any SchedulerType
    private let origin = Origin()

    init(_ source: Observable<Element>, _ dueTime: RxTimeInterval, _ scheduler: any SchedulerType) {
        self.source = source
        self.dueTime = dueTime
        self.scheduler = scheduler
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let upstream = lifetime.makeChild()
        source.run(origin.marks(DelaySink(sink, dueTime, scheduler, lifetime, upstream)), upstream)
    }
}

// Safe to share: all that changes is touched inside the serializer only.
private final class DelaySink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    private let serializer = Serializer()
    private let downstream: Sink<Element>
    private let dueTime: RxTimeInterval
    private let scheduler: any SchedulerType
    private let lifetime: Lifetime
    private let upstream: Lifetime
    private let timers = CompositeDisposable()
    private let waiting = Ring<Element>()
    /// Whether the completion waits behind the elements.
    private var isCompleted = false
    private var hasEnded = false

    init(
        _ downstream: Sink<Element>, _ dueTime: RxTimeInterval, _ scheduler: any SchedulerType, _ lifetime: Lifetime,
        _ upstream: Lifetime
    ) {
        self.downstream = downstream
        self.dueTime = dueTime
        self.scheduler = scheduler
        self.lifetime = lifetime
        self.upstream = upstream
        super.init()
        lifetime.add(timers)
    }

    override func next(_ element: Element) {
        serializer.perform {
            waiting.append(element)
            serializer.origin.keeps(waiting.count)
        } deferred: {
            { self.waiting.append(element) }
        }
        scheduleDelivery()
    }

    override func completed() {
        guard upstream.stop() else { return }
        serializer.perform {
            isCompleted = true
        } deferred: {
            { self.isCompleted = true }
        }
        scheduleDelivery()
        upstream.dispose()
    }

    override func error(_ error: any Error) {
        guard upstream.stop() else { return }
        serializer.perform {
            fail(error)
        } deferred: {
            { self.fail(error) }
        }
    }

    private func fail(_ error: any Error) {
        if hasEnded { return }
        hasEnded = true
        waiting.removeAll()
        downstream.error(error)
        upstream.dispose()
        timers.dispose()
    }

    private func scheduleDelivery() {
        let slot = SingleAssignmentDisposable()
        let key = timers.insert(slot)
        slot.setDisposable(
            scheduler.scheduleRelative((), dueTime: dueTime) { [self] in
                if let key { timers.remove(for: key) }
                serializer.perform {
                    deliverOldest()
                } deferred: {
                    { self.deliverOldest() }
                }
                return Disposables.create()
            })
    }

    /// Timers that are due at the same time may fire in any order, so each delivers the event that has waited longest.
    private func deliverOldest() {
        guard !hasEnded, !lifetime.isDisposed else { return }
        if waiting.count > 0 {
            downstream.next(waiting.removeFirst())
        } else if isCompleted {
            hasEnded = true
            downstream.completed()
        }
    }
}
