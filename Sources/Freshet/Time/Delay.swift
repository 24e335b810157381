extension ObservableType {
    /// Delays each element and the completion by `dueTime`.
    /// ```
    /// source      -a--b---|
    /// delay(2)    ---a--b---|
    /// ```
    /// - Ends: `dueTime` after the source completes; fails immediately with the source and drops waiting elements.
    /// - Runs on: `scheduler`; an error on the source's thread.
    /// - Keeps: elements that aren't due yet, without a bound.
    public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element>
    where Element: Sendable {
        let (source, creationSite, scheduler) = (asObservable(), CreationSite(), scheduler.forStreams)
        return ClosureStream { sink, lifetime in
            let demand = QueueDemand(lifetime, holdsBack: true)
            let upstream = demand.makeSourceLifetime(in: lifetime)
            let stage = creationSite.attach(to: SerializedStage(sink, lifetime))
            source.run(DelaySink(stage, upstream, demand, dueTime, scheduler), upstream)
        }
    }
}

private final class DelaySink<Element: Sendable>: SerializedSink<Element, SerializedStage<Element>>,
    @unchecked Sendable
{
    private let dueTime: RxTimeInterval
    private let scheduler: any SchedulerType
    private let timers = CompositeDisposable()
    private let waiting = RingBuffer<Element>()
    /// True if the completion is queued after the elements.
    private var isCompleted = false
    private let demand: QueueDemand
    /// The number of events whose time has passed while the consumer has no room.
    private var due = 0

    init(
        _ stage: SerializedStage<Element>, _ upstream: Lifetime, _ demand: QueueDemand, _ dueTime: RxTimeInterval,
        _ scheduler: any SchedulerType
    ) {
        self.demand = demand
        self.dueTime = dueTime
        self.scheduler = scheduler
        super.init(stage, upstream)
        stage.lifetime.add(timers)
    }

    override func received(_ element: Element) {
        waiting.append(element)
        stage.serializer.creationSite.checkBuffer(waiting.count)
        demand.update(waiting: waiting.count)
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
        let renewal = demand.makeRenewal()
        slot.setDisposable(
            scheduler.scheduleOnce(after: dueTime) { [self] in
                renewal?.hasRun = true
                if let key { timers.remove(for: key) }
                stage.perform {
                    self.due += 1
                    if self.due == 1 { self.deliverDue() }
                }
            })
    }

    /// Delivers the events whose time has passed. Stops while the consumer has no room, or if a delivery delivers them.
    private func deliverDue() {
        while due > 0, stage.isOpen {
            if stage.lifetime.isPaused {
                return stage.lifetime.whenRenewed { [self] in stage.perform { self.deliverDue() } }
            }
            deliverOldest()
            due -= 1
        }
        demand.update(waiting: waiting.count)
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
