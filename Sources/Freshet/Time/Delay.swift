extension ObservableType {
    /// Delays each element and the completion by `dueTime`.
    /// ```
    /// source      -a--b---|
    /// delay(2)    ---a--b---|
    /// ```
    /// - Ends: `dueTime` after the source completes; fails at once with the source and drops waiting elements.
    /// - Runs on: `scheduler`; an error on the source's thread.
    /// - Keeps: elements that aren't due yet, without a bound.
    public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element>
    where Element: Sendable {
        Delay(asObservable(), dueTime, scheduler)
    }
}

// Sendable: see Observable.
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
        let stage = origin.attach(to: SerializedStage(sink, lifetime))
        source.run(DelayInlet(stage, upstream, dueTime, scheduler), upstream)
    }
}

// Sendable: see SerializedInlet.
private final class DelayInlet<Element: Sendable>: SerializedInlet<Element, SerializedStage<Element>>,
    @unchecked Sendable
{
    private let dueTime: RxTimeInterval
    private let scheduler: any SchedulerType
    private let timers = CompositeDisposable()
    private let waiting = Ring<Element>()
    /// Whether the completion is queued behind the elements.
    private var isCompleted = false

    init(
        _ stage: SerializedStage<Element>, _ upstream: Lifetime, _ dueTime: RxTimeInterval,
        _ scheduler: any SchedulerType
    ) {
        self.dueTime = dueTime
        self.scheduler = scheduler
        super.init(stage, upstream)
        stage.lifetime.add(timers)
    }

    override func received(_ element: Element) {
        waiting.append(element)
        stage.serializer.origin.checkBuffer(waiting.count)
        scheduleDelivery()
    }

    override func ended(_ end: Termination) {
        switch end {
        case .completed:
            isCompleted = true
            scheduleDelivery()
        case .error:
            stage.finish(end)
            waiting.removeAll()
            timers.dispose()
        }
    }

    private func scheduleDelivery() {
        let slot = SingleAssignmentDisposable()
        let key = timers.insert(slot)
        slot.setDisposable(
            scheduler.scheduleRelative((), dueTime: dueTime) { [self] in
                if let key { timers.remove(for: key) }
                stage.perform { self.deliverOldest() }
                return Disposables.create()
            })
    }

    /// Delivers the oldest waiting event. Timers due at the same time may fire in any order.
    private func deliverOldest() {
        if waiting.count > 0 {
            stage.emit(waiting.removeFirst())
        } else if isCompleted {
            stage.complete()
        }
    }
}
